import type { ClientBase } from 'pg';
import { addToCounters, counted } from '../add-to-counters.ts';
import { COHORT_OFFSETS } from '../declared/cohort-counts.ts';
import { groupColumns } from '../dimensions.ts';
import { COHORT_ACTIVITY, type CountedActivity } from '../facts/cohort-activity.ts';
import { lockApps } from '../lock-apps.ts';
import {
  type Activity,
  type ActivityBatch,
  openActivity,
  removeActivity,
  type Source,
} from './activity-source.ts';
import { queueCreditsOfDevices } from './queue-credits.ts';

/**
 * Of a day of a key, that day of its device; of a device, all days of all of its keys. Every row is looked up by
 * itself (`offset 0` keeps it so): joined, they may be planned as a pass over all devices of the app, which is what
 * happens while the statistics lag behind. Then the planner also takes the account's index for as good as the one of the
 * device; an account that is compared with `is not distinct from` is checked, and no way to look anything up.
 */
const dueSql = ({ days, devices, isOf }: Source) => `
  active as (
    select seen.customer_id, seen.app_id, known.device_id, date '1970-01-01' + seen.day as day
    from ${days.from}
    cross join lateral (
      select device_id from device_ids ids
      where ids.device_key = seen.device_key and ids.app_id = seen.app_id
        and ${isOf('ids', 'is not distinct from', 'seen')}
      offset 0) as known
    where ${days.where}
    union
    select known.customer_id, known.app_id, known.device_id, seen.day
    from ${devices.from}
    cross join lateral (
      select device_key from device_ids ids
      where ids.device_id = known.device_id and ids.app_id = known.app_id
        and ${isOf('ids', 'is not distinct from', 'known')}
      offset 0) as named
    cross join lateral (
      select day from device_days
      where ${isOf('device_days', '=', 'known')} and device_days.app_id = known.app_id
        and device_days.device_key = named.device_key
      offset 0) as seen
    where ${devices.where}
  ), due as materialized (
    select active.customer_id, active.app_id, active.device_id, active.day, first.cohort_day, first.install_id
    from active
    cross join lateral (
      select cohort_day, install_id from installs
      where ${isOf('installs', '=', 'active')} and installs.app_id = active.app_id
        and installs.device_id = active.device_id and installs.kind = 'install'
      offset 0) as first
    where active.day - first.cohort_day = any($2::int[])
  )`;

const decidedSql = ({ isOf }: Source) => `
  left join lateral (
    select ${groupColumns('attributions')} from attributions
    where ${isOf('attributions', '=', 'due')} and attributions.install_id = due.install_id
    offset 0) as decided on true`;

const countSql = (source: Source) => `
  with ${dueSql(source)}, counted as (
    insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
    select customer_id, app_id, device_id, day, cohort_day from due
    order by customer_id, app_id, device_id, day
    on conflict do nothing
    returning customer_id, app_id, device_id, day)
  select due.customer_id, due.app_id, to_char(due.cohort_day, 'YYYY-MM-DD') as cohort_day,
    due.day - due.cohort_day as day_offset, ${groupColumns('decided')}
  from counted
  join due on due.customer_id = counted.customer_id and due.app_id = counted.app_id
    and due.device_id = counted.device_id and due.day = counted.day
  ${decidedSql(source)}`;

/** Over many nodes what is due is read first: Citus would ask any node for what is inserted of it, one that is away too. */
const findDueSql = (source: Source) => `
  with ${dueSql(source)}
  select due.customer_id, due.app_id, due.device_id, due.day - date '1970-01-01' as day,
    to_char(due.cohort_day, 'YYYY-MM-DD') as cohort_day, due.day - due.cohort_day as day_offset, ${groupColumns('decided')}
  from due
  ${decidedSql(source)}`;

const ADD_DUE = `
  insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
  select customer_id, app_id, device_id, date '1970-01-01' + day, cohort_day
  from json_to_recordset($1::json)
    as given (customer_id uuid, app_id uuid, device_id uuid, day integer, cohort_day date)
  order by customer_id, app_id, device_id, day
  on conflict do nothing
  returning app_id, device_id, day - date '1970-01-01' as day`;

interface DeviceOnDay {
  readonly app_id: string;
  readonly device_id: string;
  /** Since 1970. */
  readonly day: number;
}

const nameDay = ({ app_id, device_id, day }: DeviceOnDay) => `${app_id}${device_id}${day}`;

async function countOnNodes(client: ClientBase, activity: Activity): Promise<CountedActivity[]> {
  const due = await activity.query<CountedActivity & DeviceOnDay>('find-due-activity', findDueSql, [
    COHORT_OFFSETS,
  ]);
  if (due.length === 0) return [];
  const { rows } = await client.query<DeviceOnDay>({
    name: 'add-due-activity',
    text: ADD_DUE,
    values: [JSON.stringify(due)],
  });
  const added = new Set(rows.map(nameDay));
  return due.filter((one) => added.has(nameDay(one)));
}

/**
 * Counts waiting activity into the cohorts, in the caller's transaction. A device counts once a day: cohort_activity
 * holds what was counted, whichever of its ids it was seen under and however often it is looked at.
 *
 * Whoever makes known what a count needs (a day, an install, an id of a device) leaves a batch with it. That of the
 * last one is worked off when all of them are committed, so nothing is missed, in whatever order they came.
 *
 * @param now Unix ms.
 */
export async function countActivity(
  client: ClientBase,
  batches: readonly ActivityBatch[],
  now: number,
): Promise<void> {
  await lockApps(
    client,
    batches.flatMap(({ app_ids }) => app_ids),
  );
  const ids = batches.map(({ batch_id }) => batch_id);
  const activity = await openActivity(client, ids);
  const rows = activity.isOnNodes
    ? await countOnNodes(client, activity)
    : await activity.query<CountedActivity>('count-activity', countSql, [COHORT_OFFSETS]);
  await addToCounters(client, [counted(COHORT_ACTIVITY, rows)]);
  if (batches.some(({ names_devices }) => names_devices)) await queueCreditsOfDevices(activity, now);
  await removeActivity(client, ids);
}
