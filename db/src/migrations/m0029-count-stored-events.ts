import { Migration } from '@mikro-orm/migrations';

/** Counts the events that are stored already, as m0028 has new ones counted. */
export class M0029CountStoredEvents extends Migration {
  override name = 'm0029-count-stored-events';

  override up(): void {
    this.addSql(NAMED);
    this.addSql(KINDS);
    this.addSql(TOTALS);
    this.addSql(COUNTS);
    this.addSql(DEVICES);
    this.addSql(DEVICE_COUNTS);
    this.addSql('drop table named_events');
  }
}

/** Each name that events have, with the name that it is counted under: the first 500 of an app have their own. */
const NAMED = `
  create temporary table named_events as
  select customer_id, app_id, event_type, event_name, first_at,
    case when turn <= 500 then event_name else '' end as counted_name, turn > 500 as is_rest
  from (
    select *, case when event_name = '' then 0 else row_number() over (
      partition by customer_id, app_id, event_name <> '' order by first_at, event_name) end as turn
    from (
      select customer_id, app_id, event_type,
        case when event_type = 'custom' then coalesce(custom_event_name, '') else '' end as event_name,
        min(received_at) as first_at
      from events
      group by 1, 2, 3, 4
    ) name
  ) ranked;
`;

const KINDS = `
  insert into event_kinds (customer_id, app_id, kind, event_type, event_name, is_rest)
  select customer_id, app_id,
    row_number() over (partition by customer_id, app_id order by min(first_at), event_type, counted_name, is_rest),
    event_type, counted_name, is_rest
  from named_events
  group by customer_id, app_id, event_type, counted_name, is_rest;
`;

const TOTALS = `
  insert into event_kind_totals (customer_id, app_id, kinds, names)
  select customer_id, app_id, max(kind), count(*) filter (where event_name <> '')
  from event_kinds
  group by customer_id, app_id;
`;

const OF_KIND = `
  join named_events named on named.customer_id = events.customer_id and named.app_id = events.app_id
    and named.event_type = events.event_type and named.event_name
      = case when events.event_type = 'custom' then coalesce(custom_event_name, '') else '' end
  join event_kinds kinds on kinds.customer_id = named.customer_id and kinds.app_id = named.app_id
    and kinds.event_type = named.event_type and kinds.event_name = named.counted_name
    and kinds.is_rest = named.is_rest`;

const COUNTS = `
  insert into event_counts (customer_id, app_id, day, kind, currency, events, revenue)
  select events.customer_id, events.app_id, (occurred_at at time zone 'UTC')::date, kind,
    case when revenue is null then '' else coalesce(currency, '') end, count(*),
    coalesce(sum(case when currency is null then 0 else revenue end), 0)
  from events ${OF_KIND}
  group by 1, 2, 3, 4, 5;
`;

const DEVICES = `
  insert into event_devices (customer_id, app_id, device_key, kind, day)
  select distinct events.customer_id, events.app_id, device_key, kind, (occurred_at at time zone 'UTC')::date
  from events ${OF_KIND}
  where device_key is not null;
`;

const DEVICE_COUNTS = `
  insert into event_device_counts (customer_id, app_id, day, kind, previous_day, devices)
  select customer_id, app_id, day, kind, previous_day, count(*)
  from (
    select customer_id, app_id, kind, day, coalesce(lag(day) over (
      partition by customer_id, app_id, device_key, kind order by day), '-infinity') as previous_day
    from event_devices
  ) seen
  group by customer_id, app_id, day, kind, previous_day;
`;
