import { Migration } from '@mikro-orm/migrations';

/** How often each event happened on each day, with its revenue and its devices. */
export class M0028EventCounts extends Migration {
  override name = 'm0028-event-counts';

  override up(): void {
    this.addSql(QUEUE);
    this.addSql(KINDS);
    this.addSql(COUNTS);
    this.addSql(DEVICES);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
    this.addSql(STORE_EVENTS_TO_COUNT);
  }
}

/** What commits of events still have to add to the counters: a row a commit. Ids do not compress; trying costs ingest time. */
const QUEUE = `
  create table event_count_queue (
    queued_at timestamptz not null default now(),
    batch_id uuid not null default gen_random_uuid(),
    deltas json not null,
    primary key (queued_at, batch_id)
  );
  alter table event_count_queue alter column deltas set storage external;
`;

/**
 * An app's kinds of events, numbered, so that facts and counters need not repeat names: each type, and each of the first
 * custom names; is_rest marks the one for all further names. event_kind_totals is also what those who count lock.
 */
const KINDS = `
  create table event_kinds (
    customer_id uuid not null,
    app_id uuid not null,
    kind integer not null,
    event_type text not null,
    event_name text not null,
    is_rest boolean not null,
    primary key (customer_id, app_id, kind),
    unique (customer_id, app_id, event_type, event_name, is_rest)
  );
  create table event_kind_totals (
    customer_id uuid not null,
    app_id uuid not null,
    kinds integer not null default 0,
    names integer not null default 0,
    primary key (customer_id, app_id)
  );
`;

/** Events with an amount in a currency have a row of that currency, all others one without. */
const COUNTS = `
  create table event_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    kind integer not null,
    currency text not null,
    events bigint not null,
    revenue numeric not null,
    primary key (customer_id, app_id, day, kind, currency) include (events, revenue)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
`;

/**
 * event_devices: the days on which a device sent a kind of event. event_device_counts: how many devices did so on a day
 * and, before that, last on previous_day ('-infinity' for never). The devices of a period are those whose previous day is
 * before it, summed over its days.
 */
const DEVICES = `
  create table event_devices (
    customer_id uuid not null,
    app_id uuid not null,
    device_key uuid not null,
    kind integer not null,
    day date not null,
    primary key (customer_id, app_id, device_key, kind, day)
  );
  create table event_device_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    kind integer not null,
    previous_day date not null,
    devices bigint not null,
    primary key (customer_id, app_id, day, kind, previous_day) include (devices)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['event_kinds', 'event_kind_totals', 'event_counts', 'event_devices',
        'event_device_counts']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;

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
        case when revenue is null then '' else coalesce(currency, '') end as currency, 1 * count(*) as events,
        case when case when revenue is null then '' else coalesce(currency, '') end = '' then json '[]'
             else json_build_array((1 * sum(revenue))::text) end as revenue,
        coalesce(json_agg(distinct device_key) filter (where device_key is not null), '[]') as device_keys
      from (
  select customer_id, app_id, event_type, custom_event_name, to_timestamp(occurred_at_ms / 1000) as occurred_at,
         revenue, currency, device_key
  from json_to_recordset(new_events) as event (customer_id uuid, app_id uuid, event_id text, event_type text,
    custom_event_name text, occurred_at_ms float8, revenue numeric, currency text, device_key uuid)
  where app_id || event_id in (select json_array_elements_text(answer -> 'kept'))) event
      group by 1, 2, 3, 4, 5, 6
    ) grouped) waiting where deltas is not null;
    end if;
    return answer;
  end $body$;
`;
