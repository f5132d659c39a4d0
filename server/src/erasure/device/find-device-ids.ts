import type { ClientBase } from 'pg';
import { usableId } from '../../devices/device-identifiers.ts';
import { DEVICE_ID_KINDS, type DeviceIds } from '../erasure.ts';

/** An id of a kind that identifies one device. */
export interface FoundId {
  readonly kind: string;
  readonly value: string | null;
}

/** More than any device has; an id that has more is shared, and identifies no one. */
const MOST_IDS = 200;

const OF_KNOWN_DEVICES = `
  with given as (
    select distinct app_id, device_id from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1) and (
      kind = 'installation_id' and value = any($2::text[])
      or kind = 'android_id' and value = any($3::text[])
      or kind = 'gaid' and value = any($4::text[]))
  )
  select distinct kind, value from given join device_ids ids using (app_id, device_id)
  where ids.customer_id = $1 and kind <> 'user_id'
  order by kind, value`;

const KNOWN = `
  select kind, value from device_ids
  where customer_id = $1 and app_id in (select id from apps where customer_id = $1)
    and (kind, value) in (select * from unnest($2::text[], $3::text[]))`;

/** These ids and all others of the devices that attribution knows by one of them. */
export async function withKnownIds(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
): Promise<DeviceIds> {
  const { installation_id, android_id, gaid } = ids;
  const { rows } = await client.query<FoundId>(OF_KNOWN_DEVICES, [
    customerId,
    installation_id,
    android_id,
    gaid,
  ]);
  return addIds(ids, rows);
}

/** Adds the ids that events of the device had, unless they belong to another device. */
export async function withIdsOfEvents(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
  found: readonly FoundId[],
): Promise<DeviceIds> {
  const kinds = found.map(({ kind }) => kind);
  const values = found.map(({ value }) => value);
  const { rows } = await client.query<FoundId>(KNOWN, [customerId, kinds, values]);
  const taken = new Set(rows.map(({ kind, value }) => `${kind} ${value}`));
  return addIds(
    ids,
    found.filter(({ kind, value }) => !taken.has(`${kind} ${value}`)),
  );
}

function addIds(ids: DeviceIds, found: readonly FoundId[]): DeviceIds {
  const of = (kind: (typeof DEVICE_ID_KINDS)[number]) => {
    const more = found.flatMap((id) => (id.kind === kind ? (usableId(id.value) ?? []) : []));
    return [...new Set([...ids[kind], ...more])].slice(0, MOST_IDS);
  };
  return { installation_id: of('installation_id'), android_id: of('android_id'), gaid: of('gaid') };
}

export function listIds(ids: DeviceIds): string[] {
  return DEVICE_ID_KINDS.flatMap((kind) => ids[kind]);
}

export function countIds(ids: DeviceIds): number {
  return DEVICE_ID_KINDS.reduce((sum, kind) => sum + ids[kind].length, 0);
}
