import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../src/api/router.ts';

export interface TributaryClientOptions {
  /** Where the service is, such as `https://t.example`, with or without a slash at its end. */
  readonly url: string;
  /** The service's `ANON_KEY`. */
  readonly apikey: string;
  /**
   * The token of a session or an access token: as it is, or a function that is asked before every call, so that a new
   * session can be used. A call whose function fails is not sent.
   */
  readonly token: string | (() => string | Promise<string>);
}

/** Every procedure by its name, with `.query()` or `.mutate()`; the reports are under `analytics`. */
export type TributaryClient = TRPCClient<AppRouter>;

/**
 * A client of a service for scripts, servers and web apps. Every call is one request; a call that fails throws a
 * `TRPCClientError`, with the service's sentence as its message and the status in `data.httpStatus`.
 *
 * @example
 * const client = createTributaryClient({ url: 'https://t.example', apikey: '…', token: '…' });
 * const { items } = await client.list_apps.query({});
 */
export function createTributaryClient({ url, apikey, token }: TributaryClientOptions): TributaryClient {
  const headers = async () => ({
    apikey,
    authorization: `Bearer ${typeof token === 'function' ? await token() : token}`,
  });
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url.replace(/\/+$/, '')}/trpc`,
        transformer: superjson,
        headers,
        // Arguments in an address would be limited to some kilobytes, and be in the logs of proxies.
        methodOverride: 'POST',
      }),
    ],
  });
}
