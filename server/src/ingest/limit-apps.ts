import { AppError } from '../errors.ts';
import type { RateLimit } from '../rate-limits/rate-limit.ts';

/**
 * Counts one request against each of its apps.
 *
 * @param appIds the apps with at least one verified event in the request: no one without an app's secret can use up its
 * limit.
 * @returns the apps that are over their limit, if others are not.
 * @throws AppError RATE_LIMIT if all of them are.
 */
export async function limitApps(appIds: ReadonlySet<string>, limit: RateLimit): Promise<Set<string>> {
  const over = new Set<string>();
  let refusal: AppError | undefined;
  for (const appId of appIds) {
    try {
      await limit.consume(appId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMIT') throw error;
      over.add(appId);
      refusal = error;
    }
  }
  if (refusal !== undefined && over.size === appIds.size) throw refusal;
  return over;
}
