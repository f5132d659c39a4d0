import type { ClientBase } from 'pg';
import type { DeviceIds, UserOfApp } from '../../erasure.ts';
import type { EventPlace } from '../erase-events.ts';
import { IS_OF_DEVICE } from './event-of-device-sql.ts';
import { findUsersOfImports } from './forget-imports-of-users.ts';
import { appsAndUsers, ownUsers } from './own-users.ts';

/** Events scanned in one transaction. */
const CHUNK = 20_000;

/** A device that is known by nothing but the user is the user's own: their purchase came before it was known whose it was. */
const KNOWN = `
  select given.app_id, given.user_id from unnest($2::uuid[], $3::text[]) as given (app_id, user_id)
  cross join lateral (
    select device_id from device_ids ids
    where ids.customer_id = $1 and ids.app_id = given.app_id and ids.kind = 'user_id' and ids.value = given.user_id
    limit 1) owner
  where exists (
    select 1 from device_ids own
    where own.customer_id = $1 and own.app_id = given.app_id and own.device_id = owner.device_id
      and own.kind <> 'user_id')`;

const SENT = `
  with chunk as materialized (
    select app_id, event_id, user_id, ${IS_OF_DEVICE} as is_of_device from events
    where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text)
    order by app_id, event_id limit ${CHUNK}
  )
  select (select row_to_json(last) from (
      select app_id, event_id from chunk order by app_id desc, event_id desc limit 1) last) as last,
    (select count(*)::int from chunk) as seen,
    (select coalesce(json_agg(others), '[]') from (
      select distinct app_id, user_id from chunk
      where is_of_device and (app_id, user_id) in (select * from unnest($4::uuid[], $5::text[]))) others) as found`;

interface Sent {
  readonly last: EventPlace | null;
  readonly seen: number;
  readonly found: readonly UserOfApp[];
}

/**
 * Looks through the next events for users of a device whom another device is known by, as attribution, an event or a waiting import has it.
 * Everything of the device itself is erased by now.
 *
 * @returns all who were found so far, and where to continue; null at the end.
 */
export async function findUsersOfOthers(
  client: ClientBase,
  customerId: string,
  after: EventPlace,
  ids: DeviceIds,
): Promise<{ found: readonly UserOfApp[]; next: EventPlace | null }> {
  const before = ids.users_of_others ?? [];
  const asked = ownUsers(ids);
  if (asked.length === 0) return { found: before, next: null };
  const known = await client.query<UserOfApp>(KNOWN, [customerId, ...appsAndUsers(asked)]);
  const waiting = await findUsersOfImports(client, customerId, asked);
  const place = [customerId, after.app_id, after.event_id];
  const { rows } = await client.query<Sent>(SENT, [...place, ...appsAndUsers(asked)]);
  const { last, seen, found } = rows[0] ?? { last: null, seen: 0, found: [] };
  return { found: [...before, ...known.rows, ...waiting, ...found], next: seen < CHUNK ? null : last };
}
