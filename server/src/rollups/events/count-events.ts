import type { ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { applyDeltas } from '../apply-deltas.ts';
import { type AwayParts, countCommits, type LeftByCommit } from '../count-commits.ts';
import type { EventDelta } from '../event-delta.ts';
import { addDays } from '../utc-day.ts';
import { addEventDevices, type EventDevice } from './event-device-changes.ts';
import type { EventGroup } from './event-group.ts';
import { findKinds, type Kinds } from './find-kinds.ts';

export interface EventCounterParts extends AwayParts {
  readonly pool: Pool;
  readonly log: Logger;
}

/** Commits of events that one transaction counts, each of up to some hundred. */
const COMMITS = 100;
/** No one waits for a counter. In ms. */
const REST_MS = 1000;

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

/** Adds stored events to the counters. Any number may run, in any number of processes. */
export function startEventCounter({ pool, ...parts }: EventCounterParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await countEvents(pool, parts)) === COMMITS,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'events could not be counted; it will be retried'),
  });
}

/** Counts the events of several commits in one transaction; returns the number of commits. */
export function countEvents(pool: Pool, away: AwayParts = {}): Promise<number> {
  return countCommits(pool, { table: 'event_count_queue', take: takeCommits, count: countGroups }, away);
}

async function takeCommits(client: ClientBase): Promise<LeftByCommit<EventGroup>[]> {
  const values = [COMMITS];
  return (await client.query<LeftByCommit<EventGroup>>({ name: 'take-event-counts', text: TAKE, values }))
    .rows;
}

/** Counts groups of events in the caller's transaction, as its last step but for the commit. */
export async function countGroups(client: ClientBase, groups: readonly EventGroup[]): Promise<void> {
  if (groups.length === 0) return;
  const kinds = await findKinds(client, groups);
  const eventDevices = await addEventDevices(client, devicesOf(groups, kinds));
  await applyDeltas(client, { events: groups.flatMap((group) => deltasOf(group, kinds)), eventDevices });
}

/** The database adds amounts up, which it does exactly. */
function deltasOf(group: EventGroup, kinds: Kinds): EventDelta[] {
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
