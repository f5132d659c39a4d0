import { arrayLiteral, NOT_IN_USE_EVENT_TYPES, QUEUED_EVENT_TYPES } from '../events/event-types.ts';
import { insertEventsSql } from './insert-events-sql.ts';
import { recordConsentsSql } from './record-consents-sql.ts';
import { ON_CITUS, ON_ONE_SERVER, type StoreEventsForm } from './store-events-forms.ts';

/**
 * Stores events, all or none, in the order of tables and keys that every writer of these tables uses.
 *
 * new_events: rows with distinct keys, in order of arrival, all in used_month. active_days: what they show of devices:
 * {customer_id, app_id, device_key, day (since 1970)} for each device and day, and {customer_id, app_id, event_id} for
 * each event whose ids may be new; and what events state of consent, an entry for each id of the device
 * (record-consents-sql.ts). allowances:
 * {customer_id, monthly} of the accounts that have one. Returns {queued: events left for attribution; kept: keys
 * (app_id || event_id) that are stored now, or null for all; surplus: keys over the allowance; unwanted: keys of the events
 * of forgotten installations, null for none; exhausted: [{customer_id, used}]; withdrawn: keys of the events that ad networks may be sent nothing more of their device for, null
 * for none}.
 */
const storeEventsSql = (form: StoreEventsForm) => `
  create or replace function store_events(
    new_events json, given integer, used_month date, allowances json, active_days json, taken_at timestamptz
  ) returns json language plpgsql as $body$
  declare
    ${form.declarations}kept_customers uuid[];
    kept_apps uuid[];
    kept_ids text[];
    kept_types text[];
    kept_devices uuid[];
    kept_times timestamptz[];
    forgotten text[];
    unwanted text[];
    surplus text[] := '{}';
    exhausted json;
    account record;
    taken_back integer;
    day_customers uuid[];
    day_apps uuid[];
    day_devices uuid[];
    days integer[];
    told_customers uuid[];
    told_apps uuid[];
    told_events text[];
    recorded_apps uuid[];
    recorded_devices uuid[];
    recorded_days integer[];
    queued integer;
    withdrawn json;
  begin
    with inserted as (
      ${insertEventsSql('new_events')}
      returning customer_id, app_id, event_id, event_type, device_key, occurred_at)
    select array_agg(customer_id), array_agg(app_id), array_agg(event_id), array_agg(event_type),
           array_agg(device_key), array_agg(occurred_at)
    into kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times
    from inserted;

    ${form.lookUpForgotten}
    ${form.lookUpUnwanted}
    if forgotten is not null then
      ${form.deleteForgotten}
      select array_agg(customer_id), array_agg(app_id), array_agg(event_id), array_agg(event_type),
             array_agg(device_key), array_agg(occurred_at)
      into kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times
      from unnest(kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times)
        as event (customer_id, app_id, event_id, event_type, device_key, occurred_at)
      where app_id || event_id <> all (forgotten);
    end if;

    -- Holds each account's row until the commit, so that concurrent writers count one after the other.
    with added as (
      insert into usage_months (customer_id, month, used)
      select customer_id, used_month, count(*)
      from unnest(kept_customers) as event (customer_id)
      group by customer_id
      order by customer_id
      on conflict (customer_id, month) do update set used = usage_months.used + excluded.used
      returning customer_id, used)
    select json_agg(json_build_object(
      'customer_id', customer_id, 'used', least(used, allowance.monthly),
      'excess', greatest(used - allowance.monthly, 0)))
    into exhausted
    from added join json_to_recordset(allowances) as allowance (customer_id uuid, monthly bigint) using (customer_id)
    where used >= allowance.monthly;

    -- The last to arrive are taken back.
    for account in
      select * from json_to_recordset(coalesce(exhausted, '[]')) as used_up (customer_id uuid, excess bigint)
      where excess > 0
    loop
      with last_ones as (
        select app_id, event_id
        from unnest(kept_customers, kept_apps, kept_ids) as event (customer_id, app_id, event_id)
        join rows from (json_to_recordset(new_events) as (app_id uuid, event_id text)) with ordinality
          as given_event (app_id, event_id, turn) using (app_id, event_id)
        where customer_id = account.customer_id
        order by turn desc
        limit account.excess
      ${form.deleteSurplus}
      update usage_months set used = used - taken_back
      where usage_months.customer_id = account.customer_id and usage_months.month = used_month;
    end loop;

    if surplus <> '{}' then
      select array_agg(customer_id), array_agg(app_id), array_agg(event_id), array_agg(event_type),
             array_agg(device_key), array_agg(occurred_at)
      into kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times
      from unnest(kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times)
        as event (customer_id, app_id, event_id, event_type, device_key, occurred_at)
      where app_id || event_id <> all (surplus);
    end if;

    -- Only writers that hold the account's row of usage_months lock these, so none waits for another in a circle.
    insert into app_usage_months (customer_id, app_id, month, used)
    select customer_id, app_id, used_month, count(*)
    from unnest(kept_customers, kept_apps) as event (customer_id, app_id)
    group by customer_id, app_id
    order by customer_id, app_id
    on conflict (customer_id, app_id, month) do update set used = app_usage_months.used + excluded.used;

    ${recordConsentsSql('active_days', 'kept_apps', 'kept_ids')}

    -- What was not stored now says nothing about its device.
    if coalesce(cardinality(kept_ids), 0) < given then
      select json_agg(shown) into active_days
      from (
        select distinct customer_id, app_id, device_key, day, null::text as event_id
        from unnest(kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times)
          as event (customer_id, app_id, event_id, event_type, device_key, occurred_at)
        join json_to_recordset(active_days) as day (customer_id uuid, app_id uuid, device_key uuid, day integer)
          using (customer_id, app_id, device_key)
        where event_type <> all ('${arrayLiteral(NOT_IN_USE_EVENT_TYPES)}')
          and day = (occurred_at at time zone 'UTC')::date - date '1970-01-01'
        union all
        select customer_id, app_id, null, null, event_id
        from unnest(kept_apps, kept_ids) as event (app_id, event_id)
        join json_to_recordset(active_days) as told (customer_id uuid, app_id uuid, event_id text)
          using (app_id, event_id)) as shown;
    end if;

    select array_agg(customer_id) filter (where day is not null), array_agg(app_id) filter (where day is not null),
           array_agg(device_key) filter (where day is not null), array_agg(day) filter (where day is not null),
           array_agg(customer_id) filter (where event_id is not null),
           array_agg(app_id) filter (where event_id is not null),
           array_agg(event_id) filter (where event_id is not null)
    into day_customers, day_apps, day_devices, days, told_customers, told_apps, told_events
    from json_to_recordset(coalesce(active_days, '[]'))
      as shown (customer_id uuid, app_id uuid, device_key uuid, day integer, event_id text);
    with recorded as (
      insert into device_days (customer_id, app_id, device_key, day)
      select customer_id, app_id, device_key, date '1970-01-01' + day
      from unnest(day_customers, day_apps, day_devices, days) as active (customer_id, app_id, device_key, day)
      order by customer_id, app_id, device_key, day
      on conflict do nothing
      returning app_id, device_key, day - date '1970-01-01' as day)
    select array_agg(app_id), array_agg(device_key), array_agg(day)
    into recorded_apps, recorded_devices, recorded_days
    from recorded;

    -- Only days that are new are left for the cohorts to count.
    if cardinality(recorded_days) < cardinality(days) then
      select array_agg(customer_id), array_agg(app_id), array_agg(device_key), array_agg(day)
      into day_customers, day_apps, day_devices, days
      from unnest(day_customers, day_apps, day_devices, days) as active (customer_id, app_id, device_key, day)
      where (app_id, device_key, day) in (
        select * from unnest(recorded_apps, recorded_devices, recorded_days));
    end if;
    if cardinality(recorded_days) > 0 then
      insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days)
      values (gen_random_uuid(), taken_at, day_customers, day_apps, day_devices, days);
    end if;
    if cardinality(told_events) > 0 then
      insert into activity_queue (batch_id, due_at, customer_ids, app_ids, event_ids)
      values (gen_random_uuid(), taken_at, told_customers, told_apps, told_events);
    end if;

    insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
    select customer_id, app_id, event_id, event_type, taken_at
    from unnest(kept_customers, kept_apps, kept_ids, kept_types)
      as event (customer_id, app_id, event_id, event_type)
    where event_type = any ('${arrayLiteral(QUEUED_EVENT_TYPES)}')
    order by customer_id, app_id, event_id
    on conflict do nothing;
    get diagnostics queued = row_count;

    return json_build_object(
      'queued', queued,
      'kept', case when coalesce(cardinality(kept_ids), 0) < given then (
        select coalesce(json_agg(app_id || event_id), '[]')
        from unnest(kept_apps, kept_ids) as event (app_id, event_id)) end,
      'surplus', surplus,
      'unwanted', unwanted,
      'exhausted', exhausted,
      'withdrawn', withdrawn);
  end $body$;
`;

export const STORE_EVENTS = storeEventsSql(ON_ONE_SERVER);

/** The same where Citus spreads the accounts over nodes. */
export const STORE_EVENTS_ON_CITUS = storeEventsSql(ON_CITUS);
