import type { ClientBase } from 'pg';
import { applyDeltas } from './apply-deltas.ts';
import { COHORT_OFFSETS, type CountedActivity, cohortDelta } from './cohort-delta.ts';
import { holdApps } from './hold-apps.ts';

/** Of a day of a key, that day of its device; of a device, all days of all of its keys. */
const COUNT = `
  with active as (
    select ids.customer_id, ids.app_id, ids.device_id, date '1970-01-01' + seen.day as day
    from activity_queue
    cross join unnest(customer_ids, app_ids, device_keys, days) as seen (customer_id, app_id, device_key, day)
    join device_ids ids on ids.customer_id = seen.customer_id and ids.app_id = seen.app_id
      and ids.device_key = seen.device_key
    where batch_id = any($1::uuid[]) and days is not null
    union
    select ids.customer_id, ids.app_id, ids.device_id, device_days.day
    from activity_queue
    cross join unnest(customer_ids, app_ids, device_ids) as known (customer_id, app_id, device_id)
    join device_ids ids on ids.customer_id = known.customer_id and ids.app_id = known.app_id
      and ids.device_id = known.device_id
    join device_days on device_days.customer_id = ids.customer_id and device_days.app_id = ids.app_id
      and device_days.device_key = ids.device_key
    where batch_id = any($1::uuid[]) and device_ids is not null
  )
  insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
  select active.customer_id, active.app_id, active.device_id, active.day, installs.cohort_day
  from active
  join installs on installs.customer_id = active.customer_id and installs.app_id = active.app_id
    and installs.device_id = active.device_id and installs.kind = 'install'
  where active.day - installs.cohort_day = any($2::int[])
  order by customer_id, app_id, device_id, day
  on conflict do nothing
  returning customer_id, app_id, to_char(cohort_day, 'YYYY-MM-DD') as cohort_day, day - cohort_day as day_offset`;

/** A key that nobody knows may be another name of a device that is known: attribution finds out from the event. */
const QUEUE_UNKNOWN = `
  insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
  select events.customer_id, events.app_id, events.event_id, events.event_type, $2
  from activity_queue
  cross join unnest(customer_ids, app_ids, device_keys, event_ids) as seen (customer_id, app_id, device_key, event_id)
  join events on events.customer_id = seen.customer_id and events.app_id = seen.app_id
    and events.event_id = seen.event_id
  where batch_id = any($1::uuid[]) and event_ids is not null and not exists (
    select from device_ids ids
    where ids.customer_id = seen.customer_id and ids.app_id = seen.app_id and ids.device_key = seen.device_key)
  order by customer_id, app_id, event_id
  on conflict do nothing`;

const REMOVE = 'delete from activity_queue where batch_id = any($1::uuid[])';

/** Batches of activity_queue that the caller's transaction has claimed. */
export interface ActivityBatch {
  readonly batch_id: string;
  readonly app_ids: readonly string[];
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
  await holdApps(
    client,
    batches.flatMap(({ app_ids }) => app_ids),
  );
  const ids = batches.map(({ batch_id }) => batch_id);
  const { rows } = await client.query<CountedActivity>({
    name: 'count-activity',
    text: COUNT,
    values: [ids, COHORT_OFFSETS],
  });
  await applyDeltas(client, { cohorts: rows.map((row) => cohortDelta(row, 1)) });
  const at = new Date(now).toISOString();
  await client.query({ name: 'queue-unknown-devices', text: QUEUE_UNKNOWN, values: [ids, at] });
  await client.query({ name: 'remove-activity', text: REMOVE, values: [ids] });
}
