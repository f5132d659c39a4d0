import type { Context } from 'hono';
import type { SpooledDocument } from '../procedures/spooled-document.ts';
import type { Services } from '../services.ts';

/** What the HTTP layer has found out about a request before a handler sees it. */
export interface AppEnv {
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string } };
    outgoing?: { setHeader(name: string, value: string): unknown };
  };
  Variables: {
    /** The client's IP address, normalised; see client-address.ts. */
    clientAddress: string;
    requestId: string;
    /** The account that the request is for, once that is proven; for the log. */
    accountId?: string;
    /** What is streamed as part of the answer. */
    documents?: readonly SpooledDocument[];
  };
}

export type Handler = (c: Context<AppEnv>, services: Services) => Promise<Response> | Response;

/** An endpoint reachable under `/v1/{path}` and `/functions/v1/{path}` alike. Methods not named here answer 405. */
export interface FunctionRoute {
  readonly path: string;
  readonly methods: Partial<Record<'GET' | 'HEAD' | 'POST', Handler>>;
  /** Any origin may call it, without credentials. */
  readonly cors?: boolean;
  /** Errors carry a machine-readable `code` beside `error`. */
  readonly errorCodes?: boolean;
}
