import { AppError } from '../../platform/errors/errors.ts';
import type { RateLimit } from '../../platform/limits/rate-limit.ts';
import { REJECTIONS } from '../check/rejections.ts';
import { senderOf, type VerifiedItem } from '../verify-events.ts';

/**
 * Refuses the verified events of apps that are over their limit. One request counts once against each of its apps, and
 * only if it has a verified event of it: no one without an app's secret can use up its limit.
 *
 * @throws AppError RATE_LIMIT if all of the request's apps are over it.
 */
export async function limitApps(items: VerifiedItem[], perApp: RateLimit): Promise<VerifiedItem[]> {
  const appIds = new Set<string>();
  for (const { step } of items) if (step.ok) appIds.add(step.value.appId);
  const over = await countAgainst(appIds, perApp);
  if (over.size === 0) return items;
  return items.map(({ eventId, step, sender }) =>
    step.ok && over.has(step.value.appId)
      ? { eventId, step: REJECTIONS.overRate, sender: senderOf(step.value) }
      : { eventId, step, ...(sender && { sender }) },
  );
}

/** @returns the apps that are over their limit, if others are not. */
async function countAgainst(appIds: ReadonlySet<string>, limit: RateLimit): Promise<Set<string>> {
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
