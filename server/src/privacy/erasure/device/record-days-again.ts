import { arrayLiteral, NOT_IN_USE_EVENT_TYPES } from '@tributary/db/events/event-types';
import { queueEventsSql } from '@tributary/db/functions/group-events-sql';
import type { ClientBase } from 'pg';
import type { EventPlace } from './erase-events.ts';

/** Events scanned in one transaction. */
const CHUNK = 20_000;

/** Locked, so that another erasure of these finds what is recorded here. */
const RECORD = `
  with chunk as materialized (
    select app_id, event_id from events where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text)
    order by app_id, event_id limit ${CHUNK}
  ), last as materialized (
    select app_id, event_id from chunk order by app_id desc, event_id desc limit 1
  ), remaining as materialized (
    select * from events
    where customer_id = $1 and (app_id, event_id) > ($2::uuid, $3::text) and device_key = any($4::uuid[])
      and (app_id, event_id) <= ((select app_id from last), (select event_id from last))
    order by app_id, event_id
    for key share
  ), days as (
    insert into device_days (customer_id, app_id, device_key, day)
    select distinct customer_id, app_id, device_key, (occurred_at at time zone 'UTC')::date as day from remaining
    where event_type <> all ('${arrayLiteral(NOT_IN_USE_EVENT_TYPES)}')
    order by customer_id, app_id, device_key, day
    on conflict do nothing
  ), counted as (${queueEventsSql('select * from remaining', 0)})
  select (select row_to_json(last) from last) as last, (select count(*)::int from chunk) as seen`;

/**
 * Records the days again that remaining events show of devices whose events were erased. With these, all days of their
 * devices were forgotten, but some events stay: those of another device that did not carry an id of the erased one, and
 * those that arrived meanwhile.
 *
 * @returns where to continue; null at the end.
 */
export async function recordDaysAgain(
  client: ClientBase,
  customerId: string,
  after: EventPlace,
  deviceKeys: readonly string[],
): Promise<EventPlace | null> {
  const values = [customerId, after.app_id, after.event_id, deviceKeys];
  const { rows } = await client.query<{ last: EventPlace | null; seen: number }>(RECORD, values);
  const { last, seen } = rows[0] ?? { last: null, seen: 0 };
  return seen < CHUNK ? null : last;
}
