import { groupEventsSql } from './group-events-sql.ts';

/** Of new_events those that were stored, which is known only now. */
const KEPT = `
  select customer_id, app_id, event_type, custom_event_name, to_timestamp(occurred_at_ms / 1000) as occurred_at,
         revenue, currency, country, device_key
  from json_to_recordset(new_events) as event (customer_id uuid, app_id uuid, event_id text, event_type text,
    custom_event_name text, occurred_at_ms float8, revenue numeric, currency text, country text,
    device_key uuid)
  where app_id || event_id in (select json_array_elements_text(answer -> 'kept'))`;

/**
 * Stores events as store_events does, and leaves those that it stores to be counted, in the same transaction.
 *
 * groups: all of new_events, added up (group-events-sql.ts); they are used unless some are not stored. In a function, so
 * that a commit of a single event does not pay for the other way.
 */
export const STORE_EVENTS_TO_COUNT = `
  create or replace function store_events_to_count(
    new_events json, given integer, used_month date, allowances json, active_days json, taken_at timestamptz, groups json
  ) returns json language plpgsql as $body$
  declare
    answer json := store_events(new_events, given, used_month, allowances, active_days, taken_at);
  begin
    if answer ->> 'kept' is null then
      insert into event_count_queue (deltas) values (groups);
    else
      insert into event_count_queue (deltas)
      select deltas from (${groupEventsSql(KEPT)}) waiting where deltas is not null;
    end if;
    return answer;
  end $body$;
`;
