import type { ClientBase } from 'pg';
import { addToCounters, takenBack } from './add-to-counters.ts';
import { groupColumns } from './dimensions.ts';
import { ATTRIBUTIONS, type CountedInstall } from './facts/attributions.ts';
import { COHORT_ACTIVITY, type CountedActivity } from './facts/cohort-activity.ts';
import { lockAppExclusively } from './lock-apps.ts';

/** Installs of one app. */
export interface InstallsOfApp {
  readonly customerId: string;
  readonly appId: string;
  readonly installIds: readonly string[];
}

const UNCOUNT = `
  with counted as (
      select * from attributions
      where customer_id = $1 and app_id = $2 and install_id = any($3::uuid[]) and counted_day is not null
      order by attribution_id
      for update
    ), uncounted as (
    update attributions set counted_day = null, counted_model = null, counted_channel = null,
      counted_campaign_id = null, counted_link_id = null, counted_confidence = null
    from counted
    where attributions.customer_id = $1 and attributions.attribution_id = counted.attribution_id
    returning counted.customer_id, counted.app_id, counted.counted_day, counted.counted_model,
      counted.counted_channel, counted.counted_campaign_id, counted.counted_link_id, counted.counted_confidence,
      ${groupColumns('counted')})
  select customer_id, app_id, to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_model, counted_channel,
    counted_campaign_id, counted_link_id, counted_confidence, ${groupColumns('uncounted')}
  from uncounted`;

const LEAVE_COHORTS = `
  with leaving as (
    update installs set cohort_day = null
    where customer_id = $1 and app_id = $2 and install_id = any($3::uuid[]) and cohort_day is not null
    returning device_id, install_id
  ), counted as (
    delete from cohort_activity
    where customer_id = $1 and app_id = $2 and device_id in (select device_id from leaving)
    returning customer_id, app_id, device_id, cohort_day, day - cohort_day as day_offset)
  select counted.customer_id, counted.app_id, to_char(cohort_day, 'YYYY-MM-DD') as cohort_day, day_offset,
    ${groupColumns('decided')}
  from counted
  join leaving on leaving.device_id = counted.device_id
  left join attributions decided on decided.customer_id = $1 and decided.install_id = leaving.install_id`;

/**
 * Takes installs out of every counter, by exactly what their rows say was counted; one that is not counted is left as
 * it is. Alone in its app until the transaction ends, so it is for what happens seldom.
 */
export async function uncountInstalls(
  client: ClientBase,
  { customerId, appId, installIds }: InstallsOfApp,
): Promise<void> {
  await lockAppExclusively(client, appId);
  const values = [customerId, appId, installIds];
  const installs = await client.query<CountedInstall>({
    name: 'uncount-installs',
    text: UNCOUNT,
    values,
  });
  const activity = await client.query<CountedActivity>({
    name: 'leave-cohorts',
    text: LEAVE_COHORTS,
    values,
  });
  await addToCounters(client, [
    takenBack(ATTRIBUTIONS, installs.rows),
    takenBack(COHORT_ACTIVITY, activity.rows),
  ]);
}
