import type { ClientBase } from 'pg';
import { type Change, counted } from './add-to-counters.ts';
import { type InstallGroups, NO_GROUPS } from './dimensions.ts';
import { COHORT_ACTIVITY, type CountedActivity } from './facts/cohort-activity.ts';
import type { DeviceRef } from './queue-devices.ts';

/** An install that a cohort gains. */
export interface CohortInstall extends DeviceRef {
  /** UTC day of the install, as `2026-01-31`. */
  readonly cohort_day: string;
  readonly groups: InstallGroups;
}

/** A change of a distributed table returns only what no setting changes: formats go outside, as everywhere. */
const INSERT = `
  with counted as (
    insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
    select customer_id, app_id, device_id, cohort_day, cohort_day
    from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, device_id uuid, cohort_day date)
    order by customer_id, app_id, device_id
    on conflict do nothing
    returning customer_id, app_id, device_id, cohort_day)
  select customer_id, app_id, device_id, to_char(cohort_day, 'YYYY-MM-DD') as cohort_day, 0 as day_offset
  from counted`;

/**
 * Counts installs into their cohorts: each as its device's activity on day 0. The caller queues the devices
 * (queueDevices), so that their other days are counted as well, as far as those came in already.
 *
 * @returns the change of the counters, for addToCounters.
 */
export async function countCohortInstalls(
  client: ClientBase,
  installs: readonly CohortInstall[],
): Promise<Change[]> {
  if (installs.length === 0) return [];
  const { rows } = await client.query<CountedActivity & DeviceRef>({
    name: 'count-cohort-installs',
    text: INSERT,
    values: [JSON.stringify(installs.map(({ groups: _, ...row }) => row))],
  });
  const groupsOf = new Map(installs.map(({ app_id, device_id, groups }) => [app_id + device_id, groups]));
  const inGroups = rows.map((row) => ({
    ...row,
    ...(groupsOf.get(row.app_id + row.device_id) ?? NO_GROUPS),
  }));
  return [counted(COHORT_ACTIVITY, inGroups)];
}
