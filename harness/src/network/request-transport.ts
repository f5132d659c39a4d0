import type { Transport } from './exchange.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * Carries requests to something that takes a `Request`: a service in this process, or `fetch`. The simulated time
 * stands still meanwhile.
 */
export function createTransport(
  time: Pick<VirtualTime, 'hold'>,
  fetch: (request: Request) => Promise<Response>,
): Transport {
  return ({ method, url, headers, body }) =>
    time.hold(
      (async () => {
        const response = await fetch(
          new Request(url, {
            method,
            headers,
            redirect: 'manual',
            ...(body && { body: new Uint8Array(body) }),
          }),
        );
        const text = await response.text();
        return {
          status: response.status,
          retryAfter: response.headers.get('retry-after') ?? undefined,
          text,
        };
      })(),
    );
}
