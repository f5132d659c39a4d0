import { queueEventsSql } from '@tributary/db/functions/group-events-sql';
import type { ClientBase } from 'pg';
import { readReferrer } from '../../../attribution/clicks/read-referrer.ts';
import { takeDevicesBack } from '../../../counters/events/take-events-back.ts';
import { announceChange } from '../../../platform/store/changes/change-feed.ts';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import type { DeviceIds, ErasedRows } from '../erasure.ts';
import { fitting, type IdentifiedRow, kindsAndValues } from './find-device-ids.ts';

/** An event's key within its account. */
export interface EventPlace {
  readonly app_id: string;
  readonly event_id: string;
}

/** Where a scan of events begins. */
export const FIRST_EVENT: EventPlace = { app_id: '00000000-0000-0000-0000-000000000000', event_id: '' };

/** Events scanned in one transaction: ids have no index, since it would make storing every event slower. */
const CHUNK = 20_000;

/** Imported events may be known by the id of another platform alone, which only their device's key shows. */
const LOOK = `
  with given as materialized (
    select distinct app_id, device_id from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1) and (kind, value) in (select * from unnest($4::text[], $5::text[]))
  ), external as materialized (
    select app_id, ids.device_key from given join device_ids ids using (app_id, device_id)
    where ids.customer_id = $1 and ids.kind = 'external_id'
  ), chunk as materialized (
    select app_id, event_id, device_key, ${DEVICE_ID_KINDS.map((kind) => `${kind}::text`).join(', ')}, user_id,
      click_id::text, referrer from events
    where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text)
    order by app_id, event_id limit ${CHUNK}
  )
  select (select row_to_json(last) from (
      select app_id, event_id from chunk order by app_id desc, event_id desc limit 1) last) as last,
    (select count(*)::int from chunk) as seen,
    (select coalesce(json_agg(chunk order by app_id, event_id), '[]') from chunk
     where ${DEVICE_ID_KINDS.map((kind, at) => `${kind} = any($${at + 6}::text[])`).join(' or ')}
       or user_id = any($${DEVICE_ID_KINDS.length + 6}::text[])
       or (app_id, device_key) in (select app_id, device_key from external)) as found`;

/** Counters forget them too, once what is queued is worked off. */
const ERASE_EVENTS = `
  with erased as (
    delete from events using unnest($2::uuid[], $3::text[]) as given (app_id, event_id)
    where events.customer_id = $1 and events.app_id = given.app_id and events.event_id = given.event_id
    returning events.*
  ), uncounted as (${queueEventsSql('select * from erased', -1)})
  select count(*)::int as erased from erased`;

/** Of keys of devices. */
export const ERASE_DAYS = `
  delete from device_days
  where customer_id = $1 and (app_id, device_key) in (select * from unnest($2::uuid[], $3::uuid[]))`;

/** Waits for attribution of these events in progress: its results are found afterwards. */
const ERASE_QUEUED = `
  delete from event_queue using unnest($2::uuid[], $3::text[]) as given (app_id, event_id)
  where event_queue.customer_id = $1 and event_queue.app_id = given.app_id and event_queue.event_id = given.event_id`;

/** An event to erase. */
export interface FoundEvent extends EventPlace, IdentifiedRow {
  readonly user_id: string | null;
  readonly device_key: string | null;
}

/** One that may name a click. */
export interface NamingEvent extends FoundEvent {
  readonly click_id: string | null;
  readonly referrer: string | null;
}

interface Looked {
  readonly last: EventPlace | null;
  readonly seen: number;
  readonly found: readonly NamingEvent[];
}

interface ErasedChunk {
  readonly erased: ErasedRows;
  /** Where to continue; null at the end. */
  readonly next: EventPlace | null;
  readonly events: readonly NamingEvent[];
  /** Those that wait for the next pass. */
  readonly left: readonly NamingEvent[];
}

/** Erases those of the next events that have one of the ids, with their days of activity, as far as the pass has room. */
export async function eraseEvents(
  client: ClientBase,
  customerId: string,
  after: EventPlace,
  ids: DeviceIds,
): Promise<ErasedChunk> {
  const values = [
    customerId,
    after.app_id,
    after.event_id,
    ...kindsAndValues(ids),
    ...DEVICE_ID_KINDS.map((kind) => ids[kind]),
    ids.given_users ?? [],
  ];
  const { rows } = await client.query<Looked>(LOOK, values);
  const { last, seen, found } = rows[0] ?? { last: null, seen: 0, found: [] };
  const next = seen < CHUNK ? null : last;
  const fits = fitting(ids);
  const { events = [], left = [] } = Object.groupBy(found, (event) => (fits(event) ? 'events' : 'left'));
  return { erased: await eraseFound(client, customerId, events), next, events, left };
}

/** Erases these events, with all days of activity of their devices' keys. */
export async function eraseFound(
  client: ClientBase,
  customerId: string,
  found: readonly FoundEvent[],
): Promise<ErasedRows> {
  if (found.length === 0) return {};
  const keys = [customerId, found.map(({ app_id }) => app_id), found.map(({ event_id }) => event_id)];
  const keyed = found.flatMap(({ app_id, device_key }) =>
    device_key === null ? [] : [{ app_id, device_key }],
  );
  const days = [customerId, keyed.map(({ app_id }) => app_id), keyed.map(({ device_key }) => device_key)];
  const events = await client.query<{ erased: number }>(ERASE_EVENTS, keys);
  const activeDays = await client.query(ERASE_DAYS, days);
  await client.query(ERASE_QUEUED, keys);
  await takeDevicesBack(client, customerId, keyed);
  for (const appId of new Set(found.map(({ app_id }) => app_id)))
    await announceChange(client, { kind: 'devices', appId });
  return { events: events.rows[0]?.erased ?? 0, device_days: activeDays.rowCount ?? 0 };
}

/** The clicks that an event names. */
export function namedClicks({ click_id, referrer }: NamingEvent): string[] {
  const inReferrer = referrer === null ? null : readReferrer(referrer).clickId;
  return [click_id, inReferrer].filter((id) => id !== null);
}
