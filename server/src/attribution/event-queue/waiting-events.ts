import type { PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { type ClaimedEvent, type EventKey, keyOf, type QueuedEvent } from './queued-event.ts';

/** What an event that waits says of its device. */
type WaitingEvent = EventKey &
  Pick<
    QueuedEvent,
    | 'event_type'
    | 'occurred_at'
    | 'received_at'
    | 'installation_id'
    | 'gaid'
    | 'android_id'
    | 'idfv'
    | 'idfa'
    | 'user_id'
    | 'device_model'
    | 'os_name'
    | 'os_version'
    | 'ip_network'
  >;

/** Events of the same apps that came before those that were claimed, and that are not processed yet. */
export interface WaitingEvents {
  /** Those that name one of these ids. An erasure of one of them waits for the caller's transaction. */
  naming(ids: readonly string[]): Promise<WaitingEvent[]>;
}

/** So many are looked at, of whatever app. Usually there are as many as other workers have claimed. */
const MAX_WAITING = 5000;

/**
 * What came before, or was put off: others have claimed it, failed with it, or are about to claim it. The limits are below
 * the filter: a million events that wait for a node that is away must not be read for each batch of another app.
 */
const FIND = `
  select customer_id, app_id, event_id from (
    (select customer_id, app_id, event_id from event_queue
     where due_at <= $2 order by due_at desc limit ${MAX_WAITING})
    union all
    (select customer_id, app_id, event_id from event_queue
     where due_at > $3 and due_at < 'infinity' order by due_at limit ${MAX_WAITING})) waiting
  where app_id = any($1::uuid[])`;

/** An event that is just being erased says nothing any more. The ids are hashed (`in`): `any` would compare each with all. */
const READ = `
  select events.customer_id, events.app_id, events.event_id, event_type,
    round(extract(epoch from occurred_at) * 1000)::float8 as occurred_at,
    round(extract(epoch from received_at) * 1000)::float8 as received_at,
    installation_id, gaid, android_id, idfv, idfa, user_id, device_model, os_name, os_version, ip_network
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text)
  join events on events.customer_id = given.customer_id and events.app_id = given.app_id
    and events.event_id = given.event_id
  where ${['installation_id::text', 'android_id', 'gaid', 'idfv', 'idfa', 'user_id'].map((id) => `${id} in (select unnest($2::text[]))`).join(' or ')}
  for key share of events skip locked`;

/**
 * @param claimed what the caller's transaction processes.
 * @param now Unix ms.
 */
export function waitingBefore(
  client: PoolClient,
  claimed: readonly ClaimedEvent[],
  now: number,
): WaitingEvents {
  let keys: Promise<EventKey[]> | undefined;
  return {
    async naming(ids) {
      keys ??= findWaiting(client, claimed, now);
      return queryGiven<WaitingEvent>(client, { name: 'read-waiting', text: READ }, await keys, [ids]);
    },
  };
}

async function findWaiting(
  client: PoolClient,
  claimed: readonly ClaimedEvent[],
  now: number,
): Promise<EventKey[]> {
  const last = claimed.reduce((latest, { due_at }) => Math.max(latest, due_at), 0);
  const apps = [...new Set(claimed.map(({ app_id }) => app_id))];
  // Of a claim that was put off itself, there is no telling what came before.
  const values = [apps, toTime(Math.min(last, now)), toTime(now)];
  const { rows } = await client.query<EventKey>({ name: 'find-waiting', text: FIND, values });
  const own = new Set(claimed.map(keyOf));
  return rows.filter((row) => !own.has(keyOf(row)));
}

const toTime = (ms: number) => new Date(ms).toISOString();
