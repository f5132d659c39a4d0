import type { ClientBase } from 'pg';
import { COHORT_OFFSETS } from '../declared/cohort-counts.ts';
import { lockApps } from '../lock-apps.ts';

/** Every install's own day, and the later days that its device was seen on. `$1` is the account, `$2` the days of cohorts. */
const activityOf = (installs: string) => `
  select app_id, device_id, cohort_day as day, cohort_day from ${installs}
  where customer_id = $1 and cohort_day is not null
  union
  select installs.app_id, installs.device_id, device_days.day, installs.cohort_day
  from ${installs}
  join device_ids ids on ids.customer_id = $1 and ids.app_id = installs.app_id and ids.device_id = installs.device_id
  join device_days on device_days.customer_id = $1 and device_days.app_id = ids.app_id
    and device_days.device_key = ids.device_key
  where installs.customer_id = $1 and installs.cohort_day is not null
    and device_days.day - installs.cohort_day = any($2::int[])`;

/** Devices whose activity is not wrong, only not counted yet. It was queued with the facts, so both are seen or neither. */
const WAITING = `
  select queued.app_id, coalesce(queued.device_id, ids.device_id) as device_id
  from activity_queue
  cross join unnest(customer_ids, app_ids, device_keys, device_ids) as queued (customer_id, app_id, device_key, device_id)
  left join device_ids ids on ids.customer_id = $1 and ids.app_id = queued.app_id and ids.device_key = queued.device_key
  where queued.customer_id = $1`;

/** What of the activity is not in `kept`, and does not wait to be. */
const MISSING = `
  select missing.* from (table facts except table kept) missing
  where not exists (select 1 from waiting where waiting.app_id = missing.app_id and waiting.device_id = missing.device_id)`;

const COLUMNS = 'app_id, device_id, day, cohort_day';

/**
 * What was counted without a reason. The erasure of a device takes its days first, and what was counted for them later:
 * as long as one is under way, nothing is known to be too much.
 */
const TOO_MUCH = `
  select wrong.* from (table kept except table facts) wrong
  where not exists (select 1 from erasures where customer_id = $1 and scope = 'device' and due_at is not null)`;

const WRONG_DEVICES = `
  with facts as (${activityOf('installs')}),
    kept as (select ${COLUMNS} from cohort_activity where customer_id = $1),
    waiting as (${WAITING})
  select distinct app_id, device_id from ((${TOO_MUCH}) union all (${MISSING})) wrong`;

/** `$3` and `$4` are devices: app and device. */
const OF_THESE = '(app_id, device_id) in (select * from unnest($3::uuid[], $4::uuid[]))';

const COMPARED = `
  with these as materialized (select * from installs where customer_id = $1 and ${OF_THESE}),
    facts as (${activityOf('these installs')}),
    kept as (select ${COLUMNS} from cohort_activity where customer_id = $1 and ${OF_THESE})`;

const REMOVE = `
  ${COMPARED}, removed as (
    delete from cohort_activity using (${TOO_MUCH}) wrong
    where cohort_activity.customer_id = $1 and cohort_activity.app_id = wrong.app_id
      and cohort_activity.device_id = wrong.device_id and cohort_activity.day = wrong.day
    returning cohort_activity.device_id)
  select device_id from removed`;

const ADD = `
  ${COMPARED}, waiting as (${WAITING}), added as (
    insert into cohort_activity (customer_id, ${COLUMNS})
    select $1, ${COLUMNS} from (${MISSING}) missing
    order by app_id, device_id, day
    on conflict do nothing
    returning device_id)
  select device_id from added`;

/** A device whose days are counted as they should not be. */
export interface WrongDevice {
  readonly app_id: string;
  readonly device_id: string;
}

/** Takes no lock. */
export async function findWrongActivity(client: ClientBase, customerId: string): Promise<WrongDevice[]> {
  return (await client.query<WrongDevice>(WRONG_DEVICES, [customerId, COHORT_OFFSETS])).rows;
}

/**
 * Makes `cohort_activity` what installs and the days of devices call for, in the caller's transaction. The apps are held
 * only if something is wrong, and what it is is then looked at once more. The cohorts' counters are compared with it afterwards.
 *
 * @returns how many days of devices were wrong.
 */
export async function correctActivity(
  client: ClientBase,
  customerId: string,
  wrong: readonly WrongDevice[],
): Promise<number> {
  if (wrong.length === 0) return 0;
  const apps = wrong.map(({ app_id }) => app_id);
  await lockApps(client, apps);
  const these = [customerId, COHORT_OFFSETS, apps, wrong.map(({ device_id }) => device_id)];
  const removed = await client.query(REMOVE, these);
  const added = await client.query(ADD, these);
  return removed.rows.length + added.rows.length;
}
