import { arrayLiteral, NOT_IN_USE_EVENT_TYPES } from '@tributary/db/events/event-types';
import { queueEventsSql } from '@tributary/db/functions/group-events-sql';
import type { ClientBase } from 'pg';
import { deviceKeyOf } from '../../devices/device-key.ts';
import { DEVICE_ID_KINDS, type DeviceIds } from '../erasure.ts';
import type { EventPlace } from './erase-events.ts';

/** Events scanned in one transaction. */
const CHUNK = 20_000;

/** Locked, so that another erasure of these finds what is recorded here. */
const RECOUNT = `
  with chunk as materialized (
    select app_id, event_id from events where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text)
    order by app_id, event_id limit ${CHUNK}
  ), last as materialized (
    select app_id, event_id from chunk order by app_id desc, event_id desc limit 1
  ), other as materialized (
    select * from events
    where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text) and device_key = any($4::uuid[])
      and (app_id, event_id) <= ((select app_id from last), (select event_id from last))
    order by app_id, event_id
    for key share
  ), days as (
    insert into device_days (customer_id, app_id, device_key, day)
    select distinct customer_id, app_id, device_key, (occurred_at at time zone 'UTC')::date as day from other
    where event_type <> all ('${arrayLiteral(NOT_IN_USE_EVENT_TYPES)}')
    order by customer_id, app_id, device_key, day
    on conflict do nothing
  ), counted as (${queueEventsSql('select * from other', 0)})
  select (select row_to_json(last) from last) as last, (select count(*)::int from chunk) as seen`;

/** The keys of other devices, of which only events that also had one of the ids were erased. */
export function otherDevices(ids: DeviceIds): string[] {
  const own = new Set(DEVICE_ID_KINDS.flatMap((kind) => ids[kind].map((value) => deviceKeyOf(kind, value))));
  return (ids.device_keys ?? []).filter((key) => !own.has(key));
}

/**
 * Records the days of other devices again that their remaining events show. With the erased events all days of their
 * devices were forgotten: which ones remain is only known once the events have been looked at.
 *
 * @returns where to continue; null at the end.
 */
export async function recountOthers(
  client: ClientBase,
  customerId: string,
  after: EventPlace,
  others: readonly string[],
): Promise<EventPlace | null> {
  const values = [customerId, after.app_id, after.event_id, others];
  const { rows } = await client.query<{ last: EventPlace | null; seen: number }>(RECOUNT, values);
  const { last, seen } = rows[0] ?? { last: null, seen: 0 };
  return seen < CHUNK ? null : last;
}
