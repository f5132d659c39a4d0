import { addDays } from '../../address/period.ts';
import { type ReadOptions, useRead } from '../../client/use-read.ts';

/** The longest that is looked back, in days. */
const DAYS = 365;

/** Which events of an app, or of all apps, have arrived within the last year. */
export function useEventsSoFar(appId: string | null, options?: ReadOptions) {
  const today = new Date().toISOString().slice(0, 10);
  const period = { date_from: addDays(today, -DAYS), date_to: addDays(today, 1) };
  return useRead('analytics.events', { app_id: appId, ...period }, options);
}
