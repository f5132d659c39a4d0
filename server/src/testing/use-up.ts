import type { RateLimit } from '../platform/limits/rate-limit.ts';

/** Counts so many requests of a key without making them, so that the last ones that a limit allows can be. */
export async function useUp(limit: RateLimit, key: string, requests: number): Promise<void> {
  for (let request = 0; request < requests; request++) await limit.consume(key);
}
