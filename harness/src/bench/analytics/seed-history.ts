import { deviceKeySql } from '@tributary/server/attribution/devices/device-key';
import type { Client } from 'pg';
import { uuidOf } from './uuid-of.ts';

/** The history of an account. */
export interface History {
  readonly customerId: string;
  readonly appIds: readonly string[];
  /** Devices, each with one install, by number, so that a history can be stored in parts. */
  readonly from: number;
  readonly to: number;
  readonly eventsPerDevice: number;
  /** The installs are spread evenly over this many days up to now. */
  readonly days: number;
}

/**
 * Each device draws its own app, campaign and source. Four in ten installs name their click, two in ten have one in
 * the store's referrer, the rest are organic.
 */
const DEVICES = `
  device as materialized (
    select n, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as app_id, ${uuidOf(`'device' || n`)} as installation_id,
      luck, campaign, case when luck < 6 then ${uuidOf(`'click' || n`)} end as click_id,
      now() - make_interval(secs => $6 * 86400.0 * ($8 - n - random()) / ($8 - $7)) as installed_at
    from generate_series($3::int, $4::int - 1) as n
    cross join lateral (select abs(hashint4(n)) % 10 as luck, abs(hashint4(n + 1)) % 20 as campaign) as drawn
  )`;

const channelOf = (campaign: string) =>
  `(array['social_a', 'social_b', 'search_ads', 'influencer', 'sms'])[1 + ${campaign} % 5]`;

const CLICKS = `
  clicked as (
    insert into clicks (customer_id, click_id, app_id, campaign_id, link_id, channel, source, clicked_at, recorded_at)
    select $1, click_id, app_id, ${uuidOf(`'campaign' || campaign`)}, ${uuidOf(`app_id::text || campaign`)},
      ${channelOf('campaign')}, 'link',
      installed_at - random() * interval '2 days', installed_at
    from device where click_id is not null
    returning link_id, (clicked_at at time zone 'UTC')::date as day
  ), clicks_to_count as (
    insert into click_count_queue (deltas)
    select json_agg(delta)
    from (
      select $1::uuid as customer_id, link_id, day, '' as country, count(*) as clicks, 0 as repeats, 0 as bots, 0 as installs
      from clicked group by link_id, day
    ) delta
    having count(*) > 0
  )`;

const CAMPAIGNS = `
  insert into campaigns (id, customer_id, name, created_at)
  select ${uuidOf(`'campaign' || n`)}, $1, 'Campaign ' || n, now() from generate_series(0, 19) as n
  on conflict do nothing`;

/** A link for each app and campaign. */
const LINKS = `
  insert into links (id, customer_id, app_id, campaign_id, slug, channel, fallback_url, created_at,
    updated_at)
  select ${uuidOf(`app_id::text || n`)}, $1, app_id, ${uuidOf(`'campaign' || n`)}, left(app_id::text, 8) || '-' || n,
    ${channelOf('n')}, 'https://example.com/', now(), now()
  from unnest($2::uuid[]) as app_id cross join generate_series(0, 19) as n
  on conflict do nothing`;

/** Most devices return in the days after their install, and fewer and fewer later on. */
const EVENTS = `
  stored as (
    insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
      sdk_version, device_key, installation_id, click_id, referrer, device_model, os_name, os_version, event_properties)
    select $1, app_id, gen_random_uuid()::text, case when k = 0 then 'install' else 'open' end, at, at, 0, 'js-1.0.0',
      ${deviceKeySql("'installation_id'", 'installation_id')},
      installation_id, case when k = 0 and luck < 4 then click_id end,
      case when k = 0 and luck between 4 and 5 then 'service_click_id=' || click_id end,
      'SM-A155F', 'Android', '14', '{"screen":"product","position":17,"label":"Wireless headphones, black"}'
    from device
    cross join generate_series(0, $5::int - 1) as k
    cross join lateral (
      select case when k = 0 then installed_at
        else least(now(), installed_at + power(random(), 3) * interval '31 days') end as at) as moment
    returning app_id, event_id, event_type, device_key, (occurred_at at time zone 'UTC')::date as day
  )`;

/** What ingest stores in addition to the events: device-days, and queue rows for attribution, cohorts and counters of events. */
const LEFT = `
  recorded as (
    insert into device_days (customer_id, app_id, device_key, day)
    select distinct $1::uuid, app_id, device_key, day from stored
    returning app_id, device_key, day
  ),
  queued as (
    insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
    select $1, app_id, event_id, event_type, now() from stored where event_type = 'install'
  ), to_count as (
    insert into event_count_queue (deltas)
    select json_build_array(json_build_object('customer_id', $1::uuid, 'app_id', app_id, 'event_type', event_type,
      'event_name', '', 'day', day - date '1970-01-01', 'currency', '', 'events', count(*), 'revenue', json '[]',
      'device_keys', json_agg(distinct device_key)))
    from stored group by app_id, event_type, day
  )
  insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days, event_ids)
  select gen_random_uuid(), now(), array_agg($1::uuid), array_agg(app_id), array_agg(device_key),
    array_agg(day - date '1970-01-01'), array_agg(null::text)
  from (select *, row_number() over () / 100 as batch from recorded) portioned
  group by batch`;

const PORTION = 10_000;

/**
 * Stores a history in bulk as ingest would have left it, with everything queued for the workers, which create installs,
 * devices, attributions and counters.
 */
export async function seedHistory(client: Client, history: History): Promise<void> {
  const { customerId, appIds, from, to, eventsPerDevice, days } = history;
  const text = `with ${[DEVICES, CLICKS, EVENTS].join(',')}, ${LEFT}`;
  await client.query(CAMPAIGNS, [customerId]);
  await client.query(LINKS, [customerId, appIds]);
  for (let at = from; at < to; at += PORTION) {
    const portion = [at, Math.min(to, at + PORTION)];
    await client.query(text, [customerId, appIds, ...portion, eventsPerDevice, days, from, to]);
  }
}

/** Flags one install in fifty, as a fraud rule would. */
export async function seedFlags(client: Client, customerId: string): Promise<void> {
  await client.query(
    `insert into fraud_flags (customer_id, flag_id, install_id, app_id, rule, rule_version, score, signals, flagged_at)
     select customer_id, gen_random_uuid(), install_id, app_id, 'device_farm', 1, 60, '{"devices":12}', installed_at
     from attributions where customer_id = $1 and random() < 0.02
     on conflict do nothing`,
    [customerId],
  );
}

/** Copies the account's counters to `copies` other accounts, since no account has the tables to itself. */
export async function seedNeighbours(client: Client, customerId: string, copies: number): Promise<void> {
  const other = `md5('neighbour' || copy)::uuid, md5(app_id::text || copy)::uuid`;
  await client.query(
    `insert into install_counts
     select ${other}, day, model, channel, installs, confidence_sum, high_confidence
     from install_counts cross join generate_series(1, $2::int) as copy where customer_id = $1
     on conflict do nothing`,
    [customerId, copies],
  );
  await client.query(
    `insert into cohort_counts select ${other}, cohort_day, day_offset, devices
     from cohort_counts cross join generate_series(1, $2::int) as copy where customer_id = $1
     on conflict do nothing`,
    [customerId, copies],
  );
  await client.query('vacuum analyze');
}
