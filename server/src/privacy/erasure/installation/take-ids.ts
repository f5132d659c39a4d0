import type { ClientBase } from 'pg';
import type { DeviceRef } from '../../../counters/queue-devices.ts';
import type { KnownDevice } from '../device/erase-known-device.ts';
import type { KnownId } from './find-own-ids.ts';

const TAKE = `
  delete from device_ids using unnest($3::text[], $4::text[]) as given (kind, value)
  where device_ids.customer_id = $1 and device_ids.app_id = $2 and device_ids.kind = given.kind
    and device_ids.value = given.value and device_id = $5 and shared_since is null`;

/** The first of the other devices that sent it, which it was kept from so far. */
const HAND_ON = `
  insert into device_ids (customer_id, app_id, kind, value, device_id, device_key, first_seen_at, imported)
  select customer_id, app_id, kind, value, device_id, device_key, seen_at, false
  from (
    select distinct on (kind, value) conflict.customer_id, conflict.app_id, conflict.kind, conflict.value,
      conflict.device_id, given.device_key, conflict.seen_at
    from device_conflicts conflict
    join unnest($3::text[], $4::text[], $6::uuid[]) as given (kind, value, device_key)
      on given.kind = conflict.kind and given.value = conflict.value
    where conflict.customer_id = $1 and conflict.app_id = $2 and conflict.other_device_id = $5
      and conflict.device_id <> $5
    order by kind, value, conflict.seen_at, conflict.device_id) waiting
  order by kind, value
  on conflict do nothing
  returning customer_id, app_id, device_id`;

/** Contradictions over the ids, which are settled now. */
const SETTLE = `
  delete from device_conflicts using unnest($3::text[], $4::text[]) as given (kind, value)
  where device_conflicts.customer_id = $1 and device_conflicts.app_id = $2
    and device_conflicts.kind = given.kind and device_conflicts.value = given.value
    and (other_device_id = $5 or device_id = $5)`;

/**
 * Takes ids from a device. One that another device had sent as well is that one's from now on.
 *
 * @returns how many were taken, and who has got one.
 */
export async function takeIds(
  client: ClientBase,
  { customer_id, app_id, device_id }: KnownDevice,
  ids: readonly KnownId[],
): Promise<{ taken: number; receivers: readonly DeviceRef[] }> {
  const kinds = ids.map(({ kind }) => kind);
  const values = ids.map(({ value }) => value);
  const taken = await client.query(TAKE, [customer_id, app_id, kinds, values, device_id]);
  const keys = ids.map(({ device_key }) => device_key);
  const handed = await client.query<DeviceRef>(HAND_ON, [
    customer_id,
    app_id,
    kinds,
    values,
    device_id,
    keys,
  ]);
  await client.query(SETTLE, [customer_id, app_id, kinds, values, device_id]);
  return { taken: taken.rowCount ?? 0, receivers: handed.rows };
}
