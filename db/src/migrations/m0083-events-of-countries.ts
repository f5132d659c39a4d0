import { Migration } from '@mikro-orm/migrations';

/**
 * Events are counted by country, each in one row. What was counted before is in no known country, until `rebuild-rollups`
 * moves it to those that events say.
 */
export class M0083EventsOfCountries extends Migration {
  override name = 'm0083-events-of-countries';

  override up(): void {
    this.addSql("alter table event_counts add column country text not null default ''");
    this.addSql('alter table event_counts drop constraint event_counts_pkey');
    this.addSql(`
      alter table event_counts
      add primary key (customer_id, app_id, day, kind, currency, country) include (events, revenue)`);
    this.addSql('alter table event_counts alter column country drop default');
    this.addSql(STORE_EVENTS_TO_COUNT);
  }
}

/** A frozen copy. The current form is db/src/functions/store-events-to-count.ts. */
const STORE_EVENTS_TO_COUNT = `
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
      select deltas from (
    select json_agg(grouped) as deltas
    from (
      select customer_id, app_id, event_type, case when event_type = 'custom' then coalesce(custom_event_name, '') else '' end as event_name, ((occurred_at at time zone 'UTC')::date - date '1970-01-01') as day,
        case when revenue is null then '' else coalesce(currency, '') end as currency, coalesce(country, '') as country, 1 * count(*) as events,
        case when case when revenue is null then '' else coalesce(currency, '') end = '' then json '[]'
             else json_build_array((1 * sum(revenue))::text) end as revenue,
        coalesce(json_agg(distinct device_key) filter (where device_key is not null), '[]') as device_keys
      from (
  select customer_id, app_id, event_type, custom_event_name, to_timestamp(occurred_at_ms / 1000) as occurred_at,
         revenue, currency, country, device_key
  from json_to_recordset(new_events) as event (customer_id uuid, app_id uuid, event_id text, event_type text,
    custom_event_name text, occurred_at_ms float8, revenue numeric, currency text, country text,
    device_key uuid)
  where app_id || event_id in (select json_array_elements_text(answer -> 'kept'))) event
      group by 1, 2, 3, 4, 5, 6, 7
    ) grouped) waiting where deltas is not null;
    end if;
    return answer;
  end $body$;
`;
