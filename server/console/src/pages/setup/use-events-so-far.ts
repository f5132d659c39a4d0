import { addDays } from '../../address/period.ts';
import { useRead } from '../../client/use-read.ts';

/** The longest that is looked back, in days. */
const DAYS = 365;

/** Which events of an app have arrived within the last year. @param every asks again so often, in ms */
export function useEventsSoFar(
  { appId, teamId }: { readonly appId: string | null; readonly teamId: string | null },
  every?: number,
) {
  const today = new Date().toISOString().slice(0, 10);
  const period = { date_from: addDays(today, -DAYS), date_to: addDays(today, 1) };
  const scope = { app_id: appId, team_id: teamId };
  return useRead('analytics.events', { ...scope, ...period }, every === undefined ? {} : { every });
}
