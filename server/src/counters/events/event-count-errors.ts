import { EVENT_DAY, EVENT_NAME } from '@tributary/db/functions/group-events-sql';
import { KIND, WAITING_EVENTS } from '../facts/events.ts';

/** The names that events have, in the order in which they were first sent. `$1` is the account in all of these. */
export const NAMES_OF_EVENTS = `
  select $1::uuid as customer_id, app_id, event_type, event_name
  from (
    select app_id, event_type, ${EVENT_NAME} as event_name, received_at from events where customer_id = $1
  ) named
  group by app_id, event_type, event_name
  order by min(received_at), event_name`;

/** Days of which events went: what is left says only what there was at least. */
const FORGOTTEN_DAYS = `select day from forgotten_days where customer_id = $1 and kind = 'events'`;

/** The days of devices that events show. */
const SHOWN = `
  select named.app_id, named.device_key, kind, date '1970-01-01' + named.day as day
  from (
    select distinct app_id, device_key, event_type, ${EVENT_NAME} as event_name, ${EVENT_DAY} as day
    from events where customer_id = $1 and device_key is not null
  ) named ${KIND}`;

const KEPT = 'select app_id, device_key, kind, day from event_devices where customer_id = $1';

/** Those that can be held against the events that are there. */
const KEPT_TO_SHOW = `${KEPT} and day not in (${FORGOTTEN_DAYS})`;

const QUEUED = `
  select named.app_id, named.device_key, kind, date '1970-01-01' + named.day
  from (
    select distinct app_id, event_type, event_name, day, device_key::uuid
    from ${WAITING_EVENTS} cross join json_array_elements_text(device_keys) as device_key
    where customer_id = $1
  ) named ${KIND}`;

/**
 * Devices of which days are missing, or recorded without an event. The erasure of a device forgets days of others, and
 * records them again later: as long as one is under way, nothing is known to be missing.
 */
export const WRONG_DEVICES = `
  select distinct app_id, device_key
  from (
    select * from (${SHOWN} except ${KEPT} except ${QUEUED}) missing
    where not exists (select 1 from erasures where customer_id = $1 and scope = 'device' and due_at is not null)
    union all
    (${KEPT_TO_SHOW} except ${SHOWN})
  ) wrong`;

/** All days of some devices that events show, or showed before they went. */
export const DEVICES_OF_EVENTS = `
  select $1::uuid as customer_id, app_id, device_key, kind, day - date '1970-01-01' as day
  from (${SHOWN} union ${KEPT} and day in (${FORGOTTEN_DAYS})) shown
  where (app_id, device_key) in (select * from unnest($2::uuid[], $3::uuid[]))`;
