import { setTimeout as pause } from 'node:timers/promises';

type Fetch = (request: Request) => Promise<Response>;

/**
 * Waits in real time whenever the service asks for it: in virtual time a day of a thousand devices passes within its
 * rate limits' minute. The devices do not see these answers; trouble of the kind `status` is how they see some.
 */
export function waitingOutLimits(fetch: Fetch): Fetch {
  return async (request) => {
    for (;;) {
      const response = await fetch(request.clone());
      if (response.status !== 429 && response.status !== 503) return response;
      await response.body?.cancel();
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
    }
  };
}
