import type { ClientBase } from 'pg';
import { applyDeltas } from './apply-deltas.ts';
import { type CohortInstall, countCohortInstalls } from './count-cohort-installs.ts';
import { deltasOfInstalls } from './deltas-of-installs.ts';
import type { CountedInstall } from './install-delta.ts';
import { lockApps } from './lock-apps.ts';
import { queueDevices } from './queue-devices.ts';
import type { InstallsOfApp } from './uncount-installs.ts';

const COUNT = `
  update attributions set counted_day = (installed_at at time zone 'UTC')::date, counted_model = model,
    counted_channel = channel, counted_campaign_id = campaign_id, counted_link_id = link_id,
    counted_confidence = confidence_score
  where customer_id = $1 and app_id = $2 and install_id = any($3::uuid[]) and install_kind = 'install'
    and counted_day is null
  returning customer_id, app_id, to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_model, counted_channel,
    counted_campaign_id, counted_link_id, counted_confidence`;

const JOIN_COHORTS = `
  update installs set cohort_day = (installed_at at time zone 'UTC')::date
  where customer_id = $1 and app_id = $2 and install_id = any($3::uuid[]) and kind = 'install'
    and cohort_day is null and exists (
      select from device_ids ids
      where ids.customer_id = $1 and ids.app_id = $2 and ids.device_id = installs.device_id
        and ids.device_key is not null)
  returning customer_id, app_id, device_id, to_char(cohort_day, 'YYYY-MM-DD') as cohort_day`;

/**
 * Counts installs that are not counted, as their rows are now: after uncountInstalls, and whatever was changed since.
 *
 * @param now Unix ms.
 */
export async function recountInstalls(
  client: ClientBase,
  { customerId, appId, installIds }: InstallsOfApp,
  now: number,
): Promise<void> {
  await lockApps(client, [appId]);
  const values = [customerId, appId, installIds];
  const installs = await client.query<CountedInstall>({ name: 'recount-installs', text: COUNT, values });
  const gained = await client.query<CohortInstall>({ name: 'join-cohorts', text: JOIN_COHORTS, values });
  const cohorts = await countCohortInstalls(client, gained.rows);
  await applyDeltas(client, {
    ...deltasOfInstalls(installs.rows, 1),
    cohorts,
  });
  await queueDevices(client, gained.rows, now);
}
