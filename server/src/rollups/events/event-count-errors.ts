import {
  EVENT_COUNTRY,
  EVENT_CURRENCY,
  EVENT_DAY,
  EVENT_NAME,
} from '@tributary/db/functions/group-events-sql';
import { MAX_NAMES } from './find-kinds.ts';

/** Entries of the queue, of one account. `$1` is the account in all of these. */
const WAITING = `
  event_count_queue cross join json_to_recordset(deltas) as waiting (customer_id uuid, app_id uuid, event_type text,
    event_name text, day integer, currency text, country text, events bigint, revenue json, device_keys json)`;

/**
 * The kind of a `named` row: that of its own name or, once an app has its first names, of all others; null for one that
 * has none yet. In one statement with what it is compared with, so a name that becomes known meanwhile is so for both.
 */
const KIND = `
  cross join lateral (
    select coalesce(
      (select kind from event_kinds kinds
       where kinds.customer_id = $1 and kinds.app_id = named.app_id and kinds.event_type = named.event_type
         and kinds.event_name = named.event_name and not is_rest),
      (select kind from event_kinds kinds
       where kinds.customer_id = $1 and kinds.app_id = named.app_id and is_rest and named.event_name <> ''
         and (select names from event_kind_totals totals
              where totals.customer_id = $1 and totals.app_id = named.app_id) >= ${MAX_NAMES})) as kind
  ) known`;

/** The names that events have, in the order in which they were first sent. */
export const NAMES_OF_EVENTS = `
  select $1::uuid as customer_id, app_id, event_type, event_name
  from (
    select app_id, event_type, ${EVENT_NAME} as event_name, received_at from events where customer_id = $1
  ) named
  group by app_id, event_type, event_name
  order by min(received_at), event_name`;

/** Days of which events went: what is left says only what there was at least. */
const FORGOTTEN_DAYS = `select day from forgotten_days where customer_id = $1 and kind = 'events'`;

/**
 * What event_counts lacks, or has over, beside what waits to be added. What has no kind yet has no counter either. Of days
 * of which events went, it is corrected only where the countries together have less than what is left.
 */
export const EVENT_COUNT_ERRORS = `
  select customer_id, app_id, to_char(date '1970-01-01' + day, 'YYYY-MM-DD') as day, kind, currency, country,
    events::float8 as events, revenue::text as revenue
  from (
    select $1::uuid as customer_id, app_id, day, kind, currency, country, sum(events) as events, sum(revenue) as revenue,
      sum(sum(events)) over all_countries as all_events, sum(sum(revenue)) over all_countries as all_revenue
    from (
      select app_id, day, kind, currency, country, events, revenue,
        case when kind is null then event_type || event_name end as name
      from (
        select app_id, event_type, event_name, day, currency, country, sum(events) as events, sum(revenue) as revenue
        from (
          select app_id, event_type, ${EVENT_NAME} as event_name, ${EVENT_DAY} as day, ${EVENT_CURRENCY} as currency,
            ${EVENT_COUNTRY} as country, 1 as events, case when ${EVENT_CURRENCY} = '' then 0 else revenue end as revenue
          from events where customer_id = $1
          union all
          select app_id, event_type, event_name, day, currency, ${EVENT_COUNTRY}, -events, (
            select -coalesce(sum(amount::numeric), 0) from json_array_elements_text(revenue) as amount)
          from ${WAITING} where customer_id = $1
        ) one
        group by app_id, event_type, event_name, day, currency, country
      ) named ${KIND}
      union all
      select app_id, day - date '1970-01-01', kind, currency, country, -events, -revenue, null
      from event_counts where customer_id = $1
    ) facts_and_counts
    group by app_id, day, kind, currency, country, name
    window all_countries as (partition by app_id, day, kind, currency, name)
  ) wrong
  where (events, revenue) <> (0, 0)
    and (all_events > 0 and all_revenue >= 0 or date '1970-01-01' + day not in (${FORGOTTEN_DAYS}))`;

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
    from ${WAITING} cross join json_array_elements_text(device_keys) as device_key
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

/** What event_device_counts lacks, or has over, by the days that are recorded. */
export const DEVICE_COUNT_ERRORS = `
  select $1::uuid as customer_id, app_id, to_char(day, 'YYYY-MM-DD') as day, kind,
    coalesce(to_char(nullif(previous_day, '-infinity'), 'YYYY-MM-DD'), '-infinity') as previous_day,
    sum(devices)::float8 as devices
  from (
    select app_id, day, kind, coalesce(lag(day) over (
      partition by app_id, device_key, kind order by day), '-infinity') as previous_day, 1 as devices
    from event_devices where customer_id = $1
    union all
    select app_id, day, kind, previous_day, -devices from event_device_counts where customer_id = $1
  ) facts_and_counts
  group by app_id, facts_and_counts.day, kind, facts_and_counts.previous_day
  having sum(devices) <> 0`;
