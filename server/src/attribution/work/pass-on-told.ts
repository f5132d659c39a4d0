import type { ClientBase } from 'pg';
import {
  type ActivityBatch,
  openActivity,
  removeActivity,
  type Source,
} from '../../counters/activity/activity-source.ts';
import { ACTIVITY_BATCHES, activityJobs } from '../../counters/activity/work-off-activity.ts';
import { type JobParts, runJobs } from '../../platform/jobs/run-jobs.ts';
import { DEVICE_ID_KINDS } from '../../platform/values/device-id-kinds.ts';

const TELLING_KINDS = [...DEVICE_ID_KINDS, 'user_id'];

/**
 * The events that tie an id which no device is known by to others: attribution learns it from them. So it does of an event
 * whose ids were learnt for several devices before it was looked at: an id that is one’s is the other’s when the one is
 * forgotten. Each id is looked up by its key, as in attribution/devices/resolve-devices.ts. They are due since they came, before all that came later.
 */
const queueTellingSql = ({ events, isOf }: Source) => `
  insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
  select told.customer_id, told.app_id, told.event_id, event.event_type, due_at
  from ${events.from}
  cross join lateral (
    select event_type, ${TELLING_KINDS.join(', ')} from events
    where ${isOf('events', '=', 'told')} and events.app_id = told.app_id and events.event_id = told.event_id
    offset 0) as event
  where ${events.where} and (
    select bool_or(device_id is null) or count(distinct device_id) filter (where kind <> 'user_id') > 1
    from (values ${TELLING_KINDS.map((kind) => `('${kind}', ${kind}::text)`).join(', ')}) as given (kind, value)
    left join lateral (
      select device_id, shared_since from device_ids ids
      where ${isOf('ids', '=', 'told')} and ids.app_id = told.app_id
        and ids.kind = given.kind and ids.value = given.value
      limit 1) as known on true
    where value is not null and shared_since is null)
  order by customer_id, app_id, event_id
  on conflict do nothing
  returning 1`;

async function passOn(client: ClientBase, batches: readonly ActivityBatch[]): Promise<void> {
  const ids = batches.map(({ batch_id }) => batch_id);
  const activity = await openActivity(client, ids);
  await activity.query('pass-on-told', queueTellingSql, []);
  await removeActivity(client, ids);
}

/** Whoever finds another at it waits: what came later than these events is not claimed before they are passed on. */
const TOLD = activityJobs({ which: 'event_ids is not null', waits: true, work: passOn });

/**
 * Passes on the events that came so far and may tell ids, before anything that came later is attributed.
 *
 * @returns how many batches of them there were.
 */
export async function passOnTold(parts: JobParts): Promise<number> {
  let passed = 0;
  for (let more = ACTIVITY_BATCHES; more === ACTIVITY_BATCHES; passed += more) {
    more = await runJobs(parts, TOLD);
  }
  return passed;
}
