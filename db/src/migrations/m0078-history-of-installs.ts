import { Migration } from '@mikro-orm/migrations';

/**
 * What a device has done of what an SDK does first: whether its install proves that the key was resolved for it, how its
 * client names itself, and what a review finds missing. Null for what came before.
 */
export class M0078HistoryOfInstalls extends Migration {
  override name = 'm0078-history-of-installs';

  override up(): void {
    this.addSql('alter table events add column key_resolved_at timestamptz');
    this.addSql('alter table install_signals add client text, add key_resolved boolean, add history text');
    this.addSql(`
      create index install_signals_organic_idx on install_signals (app_id, installed_at)
        where clicked_at is null and is_first and history is not null`);
    this.addSql(STORE_EVENTS);
  }
}

/** A frozen copy. The current form is db/src/functions/store-events.ts. */
const STORE_EVENTS = `
  create or replace function store_events(
    new_events json, given integer, used_month date, allowances json, active_days json, taken_at timestamptz
  ) returns json language plpgsql as $body$
  declare
    kept_customers uuid[];
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
      
    insert into events (
      customer_id,
      app_id,
      event_id,
      event_type,
      sdk_version,
      installation_id,
      gaid,
      android_id,
      idfv,
      idfa,
      user_id,
      click_id,
      campaign_id,
      channel,
      referrer,
      device_model,
      os_name,
      os_version,
      app_version,
      screen_resolution,
      language,
      time_zone,
      revenue,
      currency,
      custom_event_name,
      integrity_token,
      push_token,
      client_timestamp,
      sent_at,
      age_ms,
      referrer_click_ts,
      install_begin_ts,
      event_properties,
      consent,
      occurred_at,
      received_at,
      device_key,
      fingerprint_components,
      fingerprint_hash,
      ip_network,
      country,
      key_resolved_at)
    select
      "customer_id",
      "app_id",
      "event_id",
      "event_type",
      "sdk_version",
      "installation_id",
      "gaid",
      "android_id",
      "idfv",
      "idfa",
      "user_id",
      "click_id",
      "campaign_id",
      "channel",
      "referrer",
      "device_model",
      "os_name",
      "os_version",
      "app_version",
      "screen_resolution",
      "language",
      "time_zone",
      "revenue",
      "currency",
      "custom_event_name",
      "integrity_token",
      "push_token",
      "timestamp",
      "sent_at",
      "age_ms",
      "referrer_click_ts",
      "install_begin_ts",
      "event_properties",
      "consent",
      to_timestamp(occurred_at_ms / 1000),
      to_timestamp(received_at_ms / 1000),
      device_key,
      fingerprint_components,
      fingerprint_hash,
      ip_network,
      country,
      to_timestamp(key_resolved_at_ms / 1000)
    from json_to_recordset(new_events) as event (
      "customer_id" uuid,
      "app_id" uuid,
      "event_id" text,
      "event_type" text,
      "sdk_version" text,
      "installation_id" uuid,
      "gaid" text,
      "android_id" text,
      "idfv" text,
      "idfa" text,
      "user_id" text,
      "click_id" uuid,
      "campaign_id" uuid,
      "channel" text,
      "referrer" text,
      "device_model" text,
      "os_name" text,
      "os_version" text,
      "app_version" text,
      "screen_resolution" text,
      "language" text,
      "time_zone" text,
      "revenue" numeric,
      "currency" text,
      "custom_event_name" text,
      "integrity_token" text,
      "push_token" text,
      "timestamp" bigint,
      "sent_at" bigint,
      "age_ms" bigint,
      "referrer_click_ts" bigint,
      "install_begin_ts" bigint,
      "event_properties" text,
      "consent" text,
      "occurred_at_ms" float8,
      "received_at_ms" float8,
      "device_key" uuid,
      "fingerprint_components" text,
      "fingerprint_hash" bytea,
      "ip_network" cidr,
      "country" text,
      "key_resolved_at_ms" float8)
    order by customer_id, app_id, event_id
    on conflict do nothing
      returning customer_id, app_id, event_id, event_type, device_key, occurred_at)
    select array_agg(customer_id), array_agg(app_id), array_agg(event_id), array_agg(event_type),
           array_agg(device_key), array_agg(occurred_at)
    into kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times
    from inserted;

    -- Events whose rows went do not count again. Looked up after the insert, which waits for a row that is just going.
    if exists (select from forgotten_events) then
      select array_agg(app_id || event_id) into forgotten
      from unnest(kept_customers, kept_apps, kept_ids) as event (customer_id, app_id, event_id)
      where (
        select true from forgotten_events
        where forgotten_events.customer_id = event.customer_id and event_hash = encode(substring(sha256(convert_to(event.app_id || event.event_id, 'UTF8')) from 1 for 16), 'hex')::uuid
        limit 1);
    end if;
    -- Nor does what an installation sends that asked to be forgotten.
    if exists (select from forgotten_installations) then
      select array_agg(app_id || event_id) into unwanted
      from unnest(kept_customers, kept_apps, kept_ids, kept_devices) as event (customer_id, app_id, event_id, device_key)
      where (
        select true from forgotten_installations
        where forgotten_installations.customer_id = event.customer_id
          and forgotten_installations.app_id = event.app_id and forgotten_installations.device_key = event.device_key
        limit 1);
      forgotten := forgotten || unwanted;
    end if;
    if forgotten is not null then
      delete from events using unnest(kept_customers, kept_apps, kept_ids) as event (customer_id, app_id, event_id)
      where event.app_id || event.event_id = any (forgotten) and events.customer_id = event.customer_id
        and events.app_id = event.app_id and events.event_id = event.event_id;
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
      ), deleted as (
        delete from events using last_ones
        where events.customer_id = account.customer_id
          and events.app_id = last_ones.app_id and events.event_id = last_ones.event_id
        returning events.app_id || events.event_id as key)
      select surplus || coalesce(array_agg(key), '{}'), count(*) into surplus, taken_back from deleted;
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

    if active_days::text like '%"consent_of"%' then
      with stated as (
        select distinct on (customer_id, stated_key, app_id) *, (ad_user_data is false or (eea and ad_user_data is null)) as refuses
        from json_to_recordset(active_days) as stated (customer_id uuid, app_id uuid, consent_of text, stated_by uuid,
          stated_key uuid, stated_ms float8, eea boolean, ad_user_data boolean, ad_personalization boolean)
        where consent_of is not null
          and (app_id, consent_of) in (select * from unnest(kept_apps, kept_ids))
        order by customer_id, stated_key, app_id, stated_ms desc, (ad_user_data is false or (eea and ad_user_data is null)) desc
      ), recorded as (
        insert into device_consents as known (customer_id, device_key, app_id, stated_at, stated_by, eea, ad_user_data,
          ad_personalization, refused_since)
        select customer_id, stated_key, app_id, to_timestamp(stated_ms / 1000), stated_by, eea, ad_user_data,
          ad_personalization, case when refuses then consent_of end
        from stated
        order by customer_id, stated_key, app_id
        on conflict (customer_id, device_key, app_id) do update set stated_at = excluded.stated_at,
          stated_by = excluded.stated_by, eea = excluded.eea, ad_user_data = excluded.ad_user_data,
          ad_personalization = excluded.ad_personalization,
          refused_since = case when excluded.refused_since is not null
            then coalesce(known.refused_since, excluded.refused_since) end
        where excluded.stated_at > known.stated_at
          or excluded.stated_at = known.stated_at and excluded.refused_since is not null
        returning customer_id, device_key, app_id, refused_since)
      select json_agg(distinct app_id || consent_of) into withdrawn
      from recorded join stated using (customer_id, app_id)
      where stated.stated_key = recorded.device_key and refused_since = consent_of;
    end if;

    -- What was not stored now says nothing about its device.
    if coalesce(cardinality(kept_ids), 0) < given then
      select json_agg(shown) into active_days
      from (
        select distinct customer_id, app_id, device_key, day, null::text as event_id
        from unnest(kept_customers, kept_apps, kept_ids, kept_types, kept_devices, kept_times)
          as event (customer_id, app_id, event_id, event_type, device_key, occurred_at)
        join json_to_recordset(active_days) as day (customer_id uuid, app_id uuid, device_key uuid, day integer)
          using (customer_id, app_id, device_key)
        where event_type <> all ('{click,uninstall}')
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
    where event_type = any ('{install,purchase,click,re_engagement}')
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
