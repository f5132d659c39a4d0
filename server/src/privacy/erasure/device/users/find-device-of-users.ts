import type { ClientBase } from 'pg';
import type { UserOfApp } from '../../erasure.ts';
import type { KnownDevice } from '../erase-known-device.ts';
import { appsAndUsers } from './own-users.ts';

/** One primary-key look-up per user. */
const FIND = `
  select owner.customer_id, owner.app_id, owner.device_id
  from unnest($2::uuid[], $3::text[]) as given (app_id, user_id)
  cross join lateral (
    select customer_id, app_id, device_id from device_ids ids
    where ids.customer_id = $1 and ids.app_id = given.app_id and ids.kind = 'user_id' and ids.value = given.user_id
    limit 1) owner
  where not exists (
    select 1 from device_ids own
    where own.customer_id = $1 and own.app_id = owner.app_id and own.device_id = owner.device_id
      and own.kind <> 'user_id')
  order by owner.app_id, owner.device_id limit 1`;

/** A device that attribution knows by one of these users, and by nothing else. */
export async function findDeviceOfUsers(
  client: ClientBase,
  customerId: string,
  users: readonly UserOfApp[],
): Promise<KnownDevice | undefined> {
  if (users.length === 0) return undefined;
  const { rows } = await client.query<KnownDevice>(FIND, [customerId, ...appsAndUsers(users)]);
  return rows[0];
}
