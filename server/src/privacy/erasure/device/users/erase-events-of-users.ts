import type { ClientBase } from 'pg';
import { DEVICE_ID_KINDS } from '../../../../platform/values/device-id-kinds.ts';
import type { ErasedRows, UserOfApp } from '../../erasure.ts';
import { type EventPlace, eraseFound, type NamingEvent } from '../erase-events.ts';
import { IS_OF_DEVICE } from './event-of-device-sql.ts';
import { appsAndUsers } from './own-users.ts';

/** Events scanned in one transaction. */
const CHUNK = 20_000;

const LOOK = `
  with chunk as materialized (
    select app_id, event_id, device_key, ${DEVICE_ID_KINDS.map((kind) => `${kind}::text`).join(', ')}, user_id,
      click_id::text, referrer from events
    where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text)
    order by app_id, event_id limit ${CHUNK}
  )
  select (select row_to_json(last) from (
      select app_id, event_id from chunk order by app_id desc, event_id desc limit 1) last) as last,
    (select count(*)::int from chunk) as seen,
    (select coalesce(json_agg(chunk order by app_id, event_id), '[]') from chunk
     where not (${IS_OF_DEVICE}) and (app_id, user_id) in (select * from unnest($4::uuid[], $5::text[]))) as found`;

interface Looked {
  readonly last: EventPlace | null;
  readonly seen: number;
  readonly found: readonly NamingEvent[];
}

/**
 * Erases those of the next events that name one of these users and no device.
 *
 * @returns them, and where to continue; null at the end.
 */
export async function eraseEventsOfUsers(
  client: ClientBase,
  customerId: string,
  after: EventPlace,
  users: readonly UserOfApp[],
): Promise<{ erased: ErasedRows; events: readonly NamingEvent[]; next: EventPlace | null }> {
  const values = [customerId, after.app_id, after.event_id, ...appsAndUsers(users)];
  const { rows } = await client.query<Looked>(LOOK, values);
  const { last, seen, found } = rows[0] ?? { last: null, seen: 0, found: [] };
  return {
    erased: await eraseFound(client, customerId, found),
    events: found,
    next: seen < CHUNK ? null : last,
  };
}
