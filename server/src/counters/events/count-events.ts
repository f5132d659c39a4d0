import type { ClientBase, Pool } from 'pg';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { type JobParts, runJobs, startJobs } from '../../platform/jobs/run-jobs.ts';
import type { WorkLoop } from '../../platform/jobs/work-loop.ts';
import { added, addToCounters } from '../add-to-counters.ts';
import { type CountingParts, countingOf, type LeftByCommit, toJobParts } from '../count-commits.ts';
import { EVENT_COUNTS, type EventContribution } from '../declared/event-counts.ts';
import { EVENT_DEVICE_COUNTS } from '../declared/event-device-counts.ts';
import { addDays } from '../utc-day.ts';
import { addEventDevices, type EventDevice } from './event-device-changes.ts';
import type { EventGroup } from './event-group.ts';
import { findKinds, type Kinds } from './find-kinds.ts';

/** Commits of events that one transaction counts, each of up to some hundred. */
const COMMITS = 100;
/** Locked rows belong to another worker: whichever deletes a row counts it. */
const TAKE = `
  with taken as (
    delete from event_count_queue queue
    using (
      select queued_at, batch_id from event_count_queue where queued_at <= statement_timestamp()
      order by queued_at limit $1 for update skip locked
    ) first
    where queue.queued_at = first.queued_at and queue.batch_id = first.batch_id
    returning queue.queued_at, queue.batch_id, deltas)
  select batch_id, deltas from taken order by queued_at`;

const COUNTING = countingOf<EventGroup>({
  queue: QUEUES.event_count_queue,
  batch: COMMITS,
  take: takeCommits,
  count: countGroups,
});

/** Adds stored events to the counters. Any number may run, in any number of processes. */
export function startEventCounter(parts: JobParts): WorkLoop {
  return startJobs({ ...parts, jobs: COUNTING });
}

/** Counts the events of several commits in one transaction; returns the number of commits. */
export function countEvents(pool: Pool, parts: CountingParts = {}): Promise<number> {
  return runJobs(toJobParts(pool, parts), COUNTING);
}

async function takeCommits(client: ClientBase, limit: number): Promise<LeftByCommit<EventGroup>[]> {
  const values = [limit];
  return (await client.query<LeftByCommit<EventGroup>>({ name: 'take-event-counts', text: TAKE, values }))
    .rows;
}

/** Counts groups of events in the caller's transaction, as its last step but for the commit. */
export async function countGroups(client: ClientBase, groups: readonly EventGroup[]): Promise<void> {
  if (groups.length === 0) return;
  const kinds = await findKinds(client, groups);
  const eventDevices = await addEventDevices(client, devicesOf(groups, kinds));
  const events = groups.flatMap((group) => contributionsOf(group, kinds));
  await addToCounters(client, [added(EVENT_COUNTS, events), added(EVENT_DEVICE_COUNTS, eventDevices)]);
}

/** The database adds amounts up, which it does exactly. */
function contributionsOf(group: EventGroup, kinds: Kinds): EventContribution[] {
  const { customer_id, app_id, currency, country = '', events, revenue } = group;
  const day = addDays('1970-01-01', group.day);
  const row = { customer_id, app_id, day, kind: kinds.of(group), currency, country };
  return [
    { ...row, events, revenue: '0' },
    ...revenue.map((amount) => ({ ...row, events: 0, revenue: amount })),
  ];
}

function devicesOf(groups: readonly EventGroup[], kinds: Kinds): EventDevice[] {
  const devices = new Map<string, EventDevice>();
  for (const group of groups) {
    const { customer_id, app_id, day } = group;
    const kind = kinds.of(group);
    for (const device_key of group.device_keys) {
      devices.set(`${app_id}${device_key}${kind} ${day}`, { customer_id, app_id, kind, device_key, day });
    }
  }
  return [...devices.values()];
}
