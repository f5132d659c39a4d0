import { reachService } from './reach-service.ts';

const AGAIN_MS = 1000;

/** Asks the service whether it is there until it answers; whether it is can be seen meanwhile. */
export async function untilReached(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const answer = await reachService('/healthz', { cache: 'no-store', ...(signal && { signal }) }).catch(
      () => null,
    );
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
