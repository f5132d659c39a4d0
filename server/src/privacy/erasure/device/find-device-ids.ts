import type { ClientBase } from 'pg';
import { usableId } from '../../../attribution/devices/device-identifiers.ts';
import { DEVICE_ID_KINDS, type DeviceIdKind } from '../../../platform/values/device-id-kinds.ts';
import { type DeviceIds, deviceIds, type UserOfApp } from '../erasure.ts';
import { keyOfUser } from './key-of-user.ts';

/** An id by which an app knows a device, or the user of one. */
interface FoundId {
  readonly app_id?: string;
  readonly kind: string;
  readonly value: string | null;
}

/** Ids and users that a pass learns of events, more than any device has: events with more wait for the next pass. */
const MOST_LEARNT = 500;

const OF_KNOWN_DEVICES = `
  with given as (
    select distinct app_id, device_id from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1) and (kind, value) in (select * from unnest($2::text[], $3::text[]))
  )
  select distinct app_id, kind, value from given join device_ids ids using (app_id, device_id)
  where ids.customer_id = $1 and shared_since is null
  order by kind, value, app_id`;

/** The owners of ids, each with the kinds of all of its ids. */
const OWNERS = `
  select given.app_id, given.kind, given.value, owner.device_id, owner.is_shared,
    (select array_agg(distinct own.kind) from device_ids own
     where own.customer_id = $1 and own.app_id = given.app_id and own.device_id = owner.device_id) as kinds
  from unnest($2::uuid[], $3::text[], $4::text[]) as given (app_id, kind, value)
  cross join lateral (
    select device_id, shared_since is not null as is_shared from device_ids ids
    where ids.customer_id = $1 and ids.app_id = given.app_id and ids.kind = given.kind and ids.value = given.value
    limit 1) owner`;

interface Owner {
  readonly app_id: string;
  readonly kind: string;
  readonly value: string;
  readonly device_id: string;
  /** Whether many phones share the id: then it is nobody's. */
  readonly is_shared: boolean;
  readonly kinds: readonly string[];
}

/** A row of an app with ids of one device, such as an event or a click. */
export interface IdentifiedRow extends Readonly<Record<DeviceIdKind, string | null>> {
  readonly app_id: string;
}

/** These ids, and all others of the devices that attribution knows by one of them, with their users. */
export async function withKnownIds(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
): Promise<DeviceIds> {
  const { rows } = await client.query<FoundId>(OF_KNOWN_DEVICES, [customerId, ...kindsAndValues(ids)]);
  const users = rows.flatMap(({ app_id, kind, value: user_id }) =>
    kind === 'user_id' && app_id !== undefined && user_id !== null ? [{ app_id, user_id }] : [],
  );
  return withUsers(addIds(ids, rows), users);
}

/**
 * Adds the other ids in rows that have one of the device's: those that no device is known by, and those of a device that
 * turns out to be the same. It is another one, of which the row is all that is erased, if each of the two is known by an
 * id of its own where the row has one of the other's: so does the second phone of a person that once sent the first
 * one's advertising id.
 */
export async function withIdsOfRows(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
  rows: readonly IdentifiedRow[],
): Promise<DeviceIds> {
  const isKnown = lookUp(ids);
  const others = rows.map((row) => ({ row, found: idsOf(row).filter((id) => !isKnown(id)) }));
  const asked = others.flatMap(({ row, found }) => found.map((id) => ({ app_id: row.app_id, ...id })));
  if (asked.length === 0) return ids;
  const { rows: owners } = await client.query<Owner>(OWNERS, [
    customerId,
    asked.map(({ app_id }) => app_id),
    asked.map(({ kind }) => kind),
    asked.map(({ value }) => value),
  ]);
  const ownerOf = new Map(owners.map((owner) => [`${owner.app_id} ${owner.kind} ${owner.value}`, owner]));
  const same = others.flatMap(({ row, found }) =>
    found.filter((id) => {
      const owner = ownerOf.get(`${row.app_id} ${id.kind} ${id.value}`);
      return owner === undefined || !(owner.is_shared || isAnother({ ids, isKnown, row, owner, ownerOf }));
    }),
  );
  return withKnownIds(client, customerId, addIds(ids, same));
}

interface OwnedRow {
  readonly ids: DeviceIds;
  readonly isKnown: (id: DeviceId) => boolean;
  readonly row: IdentifiedRow;
  readonly owner: Owner;
  readonly ownerOf: ReadonlyMap<string, Owner>;
}

function isAnother({ ids, isKnown, row, owner, ownerOf }: OwnedRow): boolean {
  const inRow = idsOf(row);
  const mine = inRow.filter(isKnown);
  const its = inRow.filter(
    ({ kind, value }) => ownerOf.get(`${row.app_id} ${kind} ${value}`)?.device_id === owner.device_id,
  );
  return mine.some(({ kind }) => owner.kinds.includes(kind)) && its.some(({ kind }) => ids[kind].length > 0);
}

/** A row that may name a user, too. */
interface UsersRow extends IdentifiedRow {
  readonly user_id: string | null;
}

/**
 * Tells of rows, one after the other, whether the pass has room for what they tell: none of a device's ids is ever dropped.
 * A row that waits must be found again, by a user who was given or by an id that is known here.
 */
export function fitting(ids: DeviceIds): (row: UsersRow) => boolean {
  const isKnown = lookUp(ids);
  const users = new Set(ids.users?.map(keyOfUser));
  const given = new Set(ids.given_users);
  const learnt = new Set<string>();
  let room = (ids.most ?? MOST_LEARNT) - countLearnt(ids);
  return (row) => {
    const found = idsOf(row);
    const fresh = found.filter((id) => !isKnown(id)).map(({ kind, value }) => `${kind} ${value}`);
    const { app_id, user_id } = row;
    if (user_id !== null && !users.has(keyOfUser({ app_id, user_id })))
      fresh.push(keyOfUser({ app_id, user_id }));
    const news = fresh.filter((key) => !learnt.has(key));
    const isFoundAgain = found.some(isKnown) || (user_id !== null && given.has(user_id));
    if (news.length > room && isFoundAgain) return false;
    for (const key of news) learnt.add(key);
    room -= news.length;
    return true;
  };
}

/** With what finds these rows again, which the next pass begins with. */
export function withLeft(ids: DeviceIds, rows: readonly IdentifiedRow[]): DeviceIds {
  if (rows.length === 0) return ids;
  const finding = rows.flatMap(idsOf).filter(lookUp(ids));
  return { ...ids, left: addIds(deviceIds(ids.left ?? null), finding) };
}

/** What the next pass begins with, if events were left for it. */
export function idsOfNextPass({
  left,
  given_users = [],
  user_id = [],
  users = [],
}: DeviceIds): DeviceIds | undefined {
  if (left === undefined) return undefined;
  const ids = deviceIds({ ...left, given_users, user_id, users });
  return { ...ids, most: countLearnt(ids) + MOST_LEARNT };
}

const countLearnt = (ids: DeviceIds) => countIds(ids) + (ids.users?.length ?? 0);

type DeviceId = ReturnType<typeof idsOf>[number];

function idsOf(row: IdentifiedRow) {
  return DEVICE_ID_KINDS.flatMap((kind) => {
    const value = usableId(row[kind]);
    return value === null ? [] : [{ kind, value }];
  });
}

function lookUp(ids: DeviceIds): (id: DeviceId) => boolean {
  const known = new Map(DEVICE_ID_KINDS.map((kind) => [kind, new Set(ids[kind])]));
  return ({ kind, value }) => known.get(kind)?.has(value) === true;
}

/** Adds the users and the device keys of events. */
export function withIdsOfEvents(
  ids: DeviceIds,
  events: readonly { app_id: string; user_id: string | null; device_key: string | null }[],
): DeviceIds {
  const users = events.flatMap(({ app_id, user_id }) => (user_id === null ? [] : [{ app_id, user_id }]));
  const keys = events.map(({ device_key }) => device_key);
  return { ...withUsers(ids, users), device_keys: withMore(ids.device_keys, keys) };
}

/** Adds users of the device. */
export function withUsers(ids: DeviceIds, found: readonly UserOfApp[]): DeviceIds {
  const known = ids.users ?? [];
  const all = new Map([...known, ...found].map((user) => [keyOfUser(user), user]));
  return {
    ...ids,
    user_id: withMore(
      ids.user_id,
      found.map(({ user_id }) => user_id),
    ),
    users: [...all.values()],
  };
}

function withMore(known: readonly string[] = [], found: readonly (string | null)[]): string[] {
  return [...new Set([...known, ...found.filter((id) => id !== null)])];
}

function addIds(ids: DeviceIds, found: readonly FoundId[]): DeviceIds {
  const all: { -readonly [Kind in keyof DeviceIds]: DeviceIds[Kind] } = { ...ids };
  for (const kind of DEVICE_ID_KINDS) {
    const more = found.flatMap((id) => (id.kind === kind ? (usableId(id.value) ?? []) : []));
    all[kind] = [...new Set([...ids[kind], ...more])];
  }
  return all;
}

/** The ids of all kinds, one after the other. */
export function listIds(ids: DeviceIds): string[] {
  return DEVICE_ID_KINDS.flatMap((kind) => ids[kind]);
}

/** The kinds of the ids and, in the same order, the ids, with the users who were given: two arguments of a statement. */
export function kindsAndValues(ids: DeviceIds): [kinds: string[], values: string[]] {
  const kinds: string[] = DEVICE_ID_KINDS.flatMap((kind) => ids[kind].map(() => kind));
  const { given_users: users = [] } = ids;
  return [
    [...kinds, ...users.map(() => 'user_id')],
    [...listIds(ids), ...users],
  ];
}

/** How many ids there are, of all kinds. */
export function countIds(ids: DeviceIds): number {
  return DEVICE_ID_KINDS.reduce((sum, kind) => sum + ids[kind].length, 0);
}
