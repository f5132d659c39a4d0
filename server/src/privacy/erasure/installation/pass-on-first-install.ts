import type { ClientBase } from 'pg';
import { addToCounters, counted } from '../../../counters/add-to-counters.ts';
import { countCohortInstalls } from '../../../counters/count-cohort-installs.ts';
import { groupColumns, type InstallGroups, NO_GROUPS } from '../../../counters/dimensions.ts';
import { ATTRIBUTIONS, type CountedInstall } from '../../../counters/facts/attributions.ts';
import type { DeviceRef } from '../../../counters/queue-devices.ts';

/** None where the device still has a first one, or is known from an import, whose installs are all re-installs. */
const NEXT = `
  select install_id from installs
  where customer_id = $1 and app_id = $2 and device_id = $3
    and not exists (
      select 1 from installs first
      where first.customer_id = $1 and first.app_id = $2 and first.device_id = $3 and first.kind = 'install')
    and not exists (
      select 1 from device_ids
      where device_ids.customer_id = $1 and device_ids.app_id = $2 and device_ids.device_id = $3 and imported)
  order by installs.installed_at, installs.event_id
  limit 1`;

const MAKE_FIRST = `
  with first as (
    update installs set kind = 'install', cohort_day = (installed_at at time zone 'UTC')::date
    where customer_id = $1 and install_id = $2
    returning cohort_day)
  select to_char(cohort_day, 'YYYY-MM-DD') as cohort_day from first`;

const COUNT = `
  with counted as (
    update attributions set install_kind = 'install', counted_day = (installed_at at time zone 'UTC')::date,
      counted_model = model, counted_channel = channel, counted_campaign_id = campaign_id,
      counted_link_id = link_id, counted_confidence = confidence_score
    where customer_id = $1 and install_id = $2
    returning customer_id, app_id, counted_day, counted_model, counted_channel, counted_campaign_id,
      counted_link_id, counted_confidence, ${groupColumns('attributions')})
  select customer_id, app_id, to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_model, counted_channel,
    counted_campaign_id, counted_link_id, counted_confidence, ${groupColumns('counted')}
  from counted`;

/**
 * Makes the earliest install that is left of a device its first, and counts it: the one that was counted in its place is
 * erased. The caller holds the app exclusively, and queues the device, so that its other days are counted as well.
 */
export async function passOnFirstInstall(
  client: ClientBase,
  { customer_id, app_id, device_id }: DeviceRef,
): Promise<void> {
  const next = await client.query<{ install_id: string }>(NEXT, [customer_id, app_id, device_id]);
  const installId = next.rows[0]?.install_id;
  if (installId === undefined) return;
  const made = await client.query<{ cohort_day: string }>(MAKE_FIRST, [customer_id, installId]);
  const installs = await client.query<CountedInstall & InstallGroups>(COUNT, [customer_id, installId]);
  const groups = installs.rows[0] ?? NO_GROUPS;
  const cohorts = made.rows.map(({ cohort_day }) => ({ customer_id, app_id, device_id, cohort_day, groups }));
  await addToCounters(client, [
    ...(await countCohortInstalls(client, cohorts)),
    counted(ATTRIBUTIONS, installs.rows),
  ]);
}
