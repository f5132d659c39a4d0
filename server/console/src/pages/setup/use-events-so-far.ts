import { addDays } from '../../address/period.ts';
import { useRead } from '../../client/use-read.ts';

/** The longest that is looked back, in days. */
const DAYS = 365;

/** Which events of an app, or of all apps, have arrived within the last year. @param every asks again so often, in ms */
export function useEventsSoFar(appId: string | null, every?: number) {
  const today = new Date().toISOString().slice(0, 10);
  const period = { date_from: addDays(today, -DAYS), date_to: addDays(today, 1) };
  return useRead('analytics.events', { app_id: appId, ...period }, every === undefined ? {} : { every });
}
