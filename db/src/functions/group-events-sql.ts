/** The name that an event is counted under. */
export const EVENT_NAME = `case when event_type = 'custom' then coalesce(custom_event_name, '') else '' end`;

/** The UTC day of an event, in days since 1970. */
export const EVENT_DAY = `((occurred_at at time zone 'UTC')::date - date '1970-01-01')`;

/** The currency that an event's revenue counts in; what has no currency cannot be counted. */
export const EVENT_CURRENCY = `case when revenue is null then '' else coalesce(currency, '') end`;

/** The country that an event counts in; empty for none that is known. */
export const EVENT_COUNTRY = `coalesce(country, '')`;

/**
 * Groups rows of events: one JSON array as `deltas`, an entry as counters/events/event-group.ts of the server describes it, null for no events.
 *
 * @param from SQL that gives the columns of `events`, all that matter here.
 * @param sign -1 takes events back, without their devices; 0 is for their devices alone.
 */
export function groupEventsSql(from: string, sign: 1 | 0 | -1 = 1): string {
  const devices =
    sign >= 0
      ? `coalesce(json_agg(distinct device_key) filter (where device_key is not null), '[]')`
      : `json '[]'`;
  return `
    select json_agg(grouped) as deltas
    from (
      select customer_id, app_id, event_type, ${EVENT_NAME} as event_name, ${EVENT_DAY} as day,
        ${EVENT_CURRENCY} as currency, ${EVENT_COUNTRY} as country, ${sign} * count(*) as events,
        case when ${EVENT_CURRENCY} = '' then json '[]'
             else json_build_array((${sign} * sum(revenue))::text) end as revenue,
        ${devices} as device_keys
      from (${from}) event
      group by 1, 2, 3, 4, 5, 6, 7
    ) grouped`;
}

/** Leaves events to be counted: `from` as in groupEventsSql. */
export function queueEventsSql(from: string, sign: 1 | 0 | -1 = 1): string {
  return `
    insert into event_count_queue (deltas)
    select deltas from (${groupEventsSql(from, sign)}) waiting where deltas is not null`;
}
