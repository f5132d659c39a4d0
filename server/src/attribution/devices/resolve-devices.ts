import type { PoolClient } from 'pg';
import type { DeviceRef } from '../../counters/queue-devices.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { SystemIdKind } from '../../platform/values/device-id-kinds.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import { ConcurrentChange } from '../event-queue/concurrent-change.ts';
import { byArrival, type EventKey, keyOf } from '../event-queue/queued-event.ts';
import type { WaitingEvents } from '../event-queue/waiting-events.ts';
import {
  type DeviceId,
  type IdentifiedEvent,
  identifiersOf,
  isOfOneDevice,
  isOfSystem,
} from './device-identifiers.ts';
import { deviceKeySql } from './device-key.ts';
import { type Bringers, countBringers, type KnownId, type Phone } from './shared-ids.ts';

/** The device of each event, by keyOf. */
export type Devices = ReadonlyMap<string, string>;

export interface ResolvedDevices {
  readonly devices: Devices;
  /** The kinds of an event's ids that many phones share, by keyOf; of most events there is none. */
  readonly shared: ReadonlyMap<string, readonly SystemIdKind[]>;
  /** Devices that an id was newly bound to. */
  readonly bound: readonly DeviceRef[];
}

/** One primary-key lookup per id: a plain join would be planned by the outdated statistics of a growing table. */
const FIND = `
  select given.customer_id, given.app_id, given.kind, given.value, known.device_id, known.is_shared
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, kind text, value text)
  cross join lateral (
    select device_id, shared_since is not null as is_shared from device_ids ids
    where ids.customer_id = given.customer_id and ids.app_id = given.app_id
      and ids.kind = given.kind and ids.value = given.value
    limit 1
  ) known`;

/**
 * Stores the key of an id as ingest computes it (deviceKey), which links days recorded without a look-up to their
 * device.
 */
const BIND = `
  insert into device_ids (customer_id, app_id, kind, value, device_id, device_key, first_seen_at, imported)
  select customer_id, app_id, kind, value, device_id,
    case when kind <> 'user_id' then ${deviceKeySql('kind', 'value')} end,
    to_timestamp(seen_at / 1000.0), $2::boolean
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, kind text, value text, device_id uuid,
    seen_at bigint)
  order by customer_id, app_id, kind, value
  on conflict do nothing
  returning 1`;

const RECORD_CONFLICTS = `
  insert into device_conflicts (customer_id, app_id, device_id, kind, value, other_device_id, event_id, seen_at)
  select customer_id, app_id, device_id, kind, value, other_device_id, event_id, to_timestamp(seen_at / 1000.0)
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, device_id uuid, kind text, value text,
    other_device_id uuid, event_id text, seen_at bigint)
  order by customer_id, app_id, device_id, kind, value
  on conflict do nothing`;

interface IdRow extends DeviceId, DeviceRef {
  readonly is_shared: boolean;
}

type Scope = Pick<EventKey, 'customer_id' | 'app_id'>;

/** An event of a device. */
interface DeviceEvent extends EventKey, IdentifiedEvent, Omit<Phone, 'event_id'> {
  readonly event_type: string;
  /** Unix ms. */
  readonly occurred_at: number;
}

interface ArrivedEvent extends DeviceEvent {
  /** Unix ms. */
  readonly received_at: number;
}

/** The devices of ids, by idKey; null for an id that identifies no one, as many phones share it. */
type Holders = Map<string, string | null>;

/**
 * Finds the device of each event by its identifiers, or creates one, and stores new identifiers. Identifiers that point
 * to another device are recorded as a conflict; devices are never merged. A click, which can be made anywhere, has only
 * those of its ids stored that come with one of a known device.
 *
 * @param events the earliest first.
 * @param imported whether the events come from an import.
 * @throws ConcurrentChange if another worker stored one of the identifiers first.
 */
export async function resolveDevices(
  client: PoolClient,
  events: readonly DeviceEvent[],
  { imported = false } = {},
): Promise<ResolvedDevices> {
  return resolveInOrder(client, events, await findKnown(client, events), { imported });
}

/** Links of ids that wait, each of which is known by the one before: nobody has that many. */
const MAX_LOOKS = 10;

/**
 * The same in the order in which the events came. An id that is new may be named by events that came earlier and still
 * wait, or are just being processed by others: their ids are learnt with those of the events, each in the order of arrival.
 *
 * An id of the system that too many new installations bring identifies no one from then on.
 *
 * @param now Unix ms.
 * @throws ConcurrentChange as resolveDevices.
 */
export async function resolveByArrival(
  client: PoolClient,
  events: readonly ArrivedEvent[],
  waiting: WaitingEvents,
  now: number,
): Promise<ResolvedDevices> {
  const known = await findKnown(client, events);
  const all = new Map(events.map((event) => [keyOf(event), event]));
  const asked = new Set<string>();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const unknown = firstNamings([...all.values()], known).filter(({ key }) => !asked.has(key));
    if (unknown.length === 0) break;
    for (const { key } of unknown) asked.add(key);
    const found = await waiting.naming([...new Set(unknown.map(({ value }) => value))]);
    const earlier = bindingFirst(unknown, found).filter((event) => !all.has(keyOf(event)));
    if (earlier.length === 0) break;
    for (const event of earlier) all.set(keyOf(event), event);
    for (const [id, holder] of await findKnown(client, earlier)) known.set(id, holder);
  }
  const inOrder = [...all.values()].sort(byArrival);
  const bringers = await countBringers(client, broughtAnew(inOrder, known), now);
  const resolved = await resolveInOrder(client, inOrder, known, { imported: false, bringers });
  await bringers.mark();
  return resolved;
}

/** Ids of the system by which installations that are new would be known. */
function broughtAnew(events: readonly DeviceEvent[], known: Holders): KnownId[] {
  const brought = new Map<string, KnownId>();
  for (const event of events) {
    if (!isNewInstallation(event, known)) continue;
    for (const id of identifiersOf(event)) {
      const device_id = known.get(idKey(event, id));
      if (!isOfSystem(id) || !device_id) continue;
      const { customer_id, app_id } = event;
      brought.set(idKey(event, id), { customer_id, app_id, ...id, device_id });
    }
  }
  return [...brought.values()];
}

function isNewInstallation(event: DeviceEvent, known: Holders): boolean {
  const value = event.installation_id;
  if (value === null) return event.event_type === 'install';
  return !known.has(idKey(event, { kind: 'installation_id', value }));
}

/** An id that no device is known by, and the first event of those at hand that would make it known. */
interface Naming {
  readonly key: string;
  readonly value: string;
  readonly event: ArrivedEvent;
}

function firstNamings(events: readonly ArrivedEvent[], known: Holders): Naming[] {
  const first = new Map<string, Naming>();
  for (const event of events.toSorted(bindersFirst)) {
    const ids = identifiersOf(event);
    if (isClick(event) && ids.length < 2) continue;
    for (const id of ids) {
      const key = idKey(event, id);
      if (!known.has(key) && !first.has(key)) first.set(key, { key, value: id.value, event });
    }
  }
  return [...first.values()];
}

/** A click makes its ids known only if one of them is. */
function bindersFirst(one: ArrivedEvent, other: ArrivedEvent): number {
  return Number(isClick(one)) - Number(isClick(other)) || byArrival(one, other);
}

/**
 * Of the events that were found, for each id the first that came before what is at hand and makes it known, and clicks
 * before that: what came later changes nothing about the id.
 */
function bindingFirst(namings: readonly Naming[], found: readonly ArrivedEvent[]): ArrivedEvent[] {
  const ofId = new Map<string, ArrivedEvent[]>();
  for (const event of found.toSorted(byArrival)) {
    for (const id of identifiersOf(event)) {
      const key = idKey(event, id);
      const naming = ofId.get(key);
      if (naming) naming.push(event);
      else ofId.set(key, [event]);
    }
  }
  return namings.flatMap(({ key, event: own }) => {
    const before = (ofId.get(key) ?? []).filter((event) => byArrival(event, own) < 0);
    const binder = before.findIndex((event) => !isClick(event));
    return binder === -1 ? before : before.slice(0, binder + 1);
  });
}

const isClick = ({ event_type }: DeviceEvent) => event_type === 'click';

async function resolveInOrder(
  client: PoolClient,
  events: readonly DeviceEvent[],
  known: Holders,
  { imported, bringers }: { imported: boolean; bringers?: Bringers },
): Promise<ResolvedDevices> {
  const devices = new Map<string, string>();
  const shared = new Map<string, SystemIdKind[]>();
  const bindings: DeviceRef[] = [];
  const conflicts: object[] = [];
  for (const event of events) {
    const all = identifiersOf(event);
    if (bringers && isNewInstallation(event, known)) countPhone(event, all, known, bringers);
    const ids = all.filter((id) => known.get(idKey(event, id)) !== null);
    if (ids.length < all.length) shared.set(keyOf(event), kindsWithout(all, ids));
    const owner = ownerOf(event, ids, known);
    if (owner === undefined && event.event_type === 'click') continue;
    const deviceId = owner ?? timeOrderedId(event.occurred_at);
    devices.set(keyOf(event), deviceId);
    const { customer_id, app_id, event_id, occurred_at: seen_at } = event;
    for (const id of ids) {
      const holder = known.get(idKey(event, id));
      if (holder === undefined) {
        known.set(idKey(event, id), deviceId);
        const binding = { customer_id, app_id, ...id, device_id: deviceId, seen_at };
        bindings.push(binding);
      } else if (holder !== deviceId && isOfOneDevice(id)) {
        const parties = { device_id: deviceId, other_device_id: holder };
        conflicts.push({ customer_id, app_id, ...id, ...parties, event_id, seen_at });
      }
    }
  }
  await store(client, bindings, conflicts, imported);
  return { devices, shared, bound: bindings };
}

/** An id that is shared from now on is known for no device any more. */
function countPhone(event: DeviceEvent, ids: readonly DeviceId[], known: Holders, bringers: Bringers): void {
  const { customer_id, app_id } = event;
  for (const id of ids) {
    const key = idKey(event, id);
    if (!isOfSystem(id) || known.get(key) === null) continue;
    if (bringers.add({ customer_id, app_id, ...id }, event)) known.set(key, null);
  }
}

function kindsWithout(all: readonly DeviceId[], ids: readonly DeviceId[]): SystemIdKind[] {
  return all.filter(isOfSystem).flatMap((id) => (ids.includes(id) ? [] : [id.kind]));
}

async function findKnown(client: PoolClient, events: readonly DeviceEvent[]): Promise<Holders> {
  const wanted = events.flatMap((event) =>
    identifiersOf(event).map((id) => ({ customer_id: event.customer_id, app_id: event.app_id, ...id })),
  );
  const rows = await queryGiven<IdRow>(client, { name: 'find-devices', text: FIND }, wanted);
  return new Map(rows.map((row) => [idKey(row, row), row.is_shared ? null : row.device_id]));
}

/** The device of the first known identifier. A user id only counts if there is nothing better. */
function ownerOf(event: Scope, ids: readonly DeviceId[], known: Holders): string | undefined {
  const telling = ids.some(isOfOneDevice) ? ids.filter(isOfOneDevice) : ids;
  const owned = telling.find((id) => known.has(idKey(event, id)));
  return owned && (known.get(idKey(event, owned)) ?? undefined);
}

function idKey({ customer_id, app_id }: Scope, { kind, value }: DeviceId): string {
  return `${customer_id}/${app_id}/${kind}/${value}`;
}

async function store(
  client: PoolClient,
  bindings: object[],
  conflicts: object[],
  imported: boolean,
): Promise<void> {
  if (bindings.length > 0) {
    const values = [JSON.stringify(bindings), imported];
    // Not the affected rows: of a distributed table those are the ones that were selected.
    const { rows } = await client.query({ name: 'bind-devices', text: BIND, values });
    if (rows.length !== bindings.length)
      throw new ConcurrentChange('another worker has already stored the device');
  }
  if (conflicts.length > 0) {
    const values = [JSON.stringify(conflicts)];
    await client.query({ name: 'record-device-conflicts', text: RECORD_CONFLICTS, values });
  }
}
