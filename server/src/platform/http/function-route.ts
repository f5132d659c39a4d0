import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { BodyBudget } from '../net/arrival/body-budget.ts';
import type { Services } from '../services.ts';
import type { Admission } from './procedures/admit-caller.ts';
import type { SpooledDocument } from './procedures/spooled-document.ts';
import type { RouteFacts } from './route-facts.ts';

/** What the HTTP layer knows about a request before a handler sees it. */
export interface AppEnv {
  Bindings: {
    incoming?: IncomingMessage;
    outgoing?: { setHeader(name: string, value: string): unknown };
  };
  Variables: {
    /** The client's IP address, normalised; see client-address.ts. */
    clientAddress: string;
    requestId: string;
    /** What the headers of a call to a procedure say of its caller. */
    admission?: Admission;
    /** Bounds the memory of its body. */
    bodyBudget: BodyBudget;
    /** What the body has of it, in bytes, until the request is answered. */
    bodyBytes?: number;
    /** The account of the request, once authenticated; for the log. */
    accountId?: string;
    /** What the log and metrics call the route, where the pattern of its path says nothing. */
    routeName?: string | undefined;
    /** What is streamed as part of the answer. */
    documents?: readonly SpooledDocument[];
  };
}

export type Handler = (c: Context<AppEnv>, services: Services) => Promise<Response> | Response;

/** An endpoint reachable under both `/v1/{path}` and `/functions/v1/{path}`. Methods not listed here answer 405. */
export interface FunctionRoute {
  readonly path: string;
  readonly about: RouteFacts;
  readonly methods: Partial<Record<'GET' | 'HEAD' | 'POST', Handler>>;
  /** Any origin may call it, without credentials. */
  readonly cors?: boolean;
  /** Errors carry a machine-readable `code` next to `error`. */
  readonly errorCodes?: boolean;
}
