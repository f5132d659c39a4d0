import {
  EVENT_COUNTRY,
  EVENT_CURRENCY,
  EVENT_DAY,
  EVENT_NAME,
} from '@tributary/db/functions/group-events-sql';
import { factTable } from '../fact-table.ts';

/** Custom names of an app that are counted by themselves; all further ones count together. */
export const MAX_NAMES = 500;

/** Entries of the queue, of one account. `$1` is the account in all of these. */
export const WAITING_EVENTS = `
  event_count_queue cross join json_to_recordset(deltas) as waiting (customer_id uuid, app_id uuid, event_type text,
    event_name text, day integer, currency text, country text, events bigint, revenue json, device_keys json)`;

/**
 * The kind of a `named` row: that of its own name or, once an app has its first names, of all others; null for one that
 * has none yet. In one statement with what it is compared with, so a name that becomes known meanwhile is so for both.
 */
export const KIND = `
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

/** By name before the kind is looked up, and only then by kind. */
const TO_COUNT = `
  select app_id, date '1970-01-01' + day as day, kind, currency, country, events, revenue,
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
      from ${WAITING_EVENTS} where customer_id = $1
    ) one
    group by app_id, event_type, event_name, day, currency, country
  ) named ${KIND}`;

/** Stored events, but for those that wait to be counted. What has no kind yet has no counter either. */
export const EVENTS = factTable(
  'events',
  {
    app_id: 'uuid',
    day: 'date',
    kind: 'integer?',
    currency: 'text',
    country: 'text',
    events: 'bigint',
    revenue: 'numeric',
    name: 'text?',
  },
  { stored: () => TO_COUNT },
);

const DAYS = `
  select app_id, day, kind, coalesce(lag(day) over (
    partition by app_id, device_key, kind order by day), '-infinity') as previous_day
  from event_devices where customer_id = $1`;

/** Days on which devices sent an event of a kind, each with the device's last such day before it. */
export const EVENT_DEVICES = factTable(
  'event_devices',
  { app_id: 'uuid', day: 'date', kind: 'integer', previous_day: 'date' },
  { stored: () => DAYS },
);
