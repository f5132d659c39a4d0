import { CAMPAIGN_REVENUE_COUNTS } from '@tributary/server/counters/declared/campaign-revenue-counts';
import { REVENUE_COUNTS } from '@tributary/server/counters/declared/revenue-counts';
import { compareSql } from '@tributary/server/counters/sql/compare-sql';
import type { Client } from 'pg';
import { uuidOf } from './uuid-of.ts';

/** What an account was paid, and what it paid for its campaigns. */
export interface PaymentHistory {
  readonly customerId: string;
  /** Payments by number, so that a history can be stored in parts. */
  readonly from: number;
  readonly to: number;
  /** The payments are spread over this many days up to now. */
  readonly days: number;
  /** Other accounts, each with as many counters. */
  readonly neighbours: number;
}

const PAYERS = `
  create temp table payers as
  select row_number() over (order by installed_at) - 1 as n, app_id, device_id, campaign_id, installed_at
  from attributions where customer_id = $1`;

/**
 * Three payments in four are tied to a device that was installed by then, and one in ten is partly refunded, in three
 * currencies and from four providers.
 */
const PAYMENTS = `
  with drawn as materialized (
    select k, now() - make_interval(secs => $5 * 86400.0 * ($4 - k) / ($4 - $3)) as paid_at,
      floor(random() * (k - $3) / ($4 - $3) * (select count(*) from payers))::bigint as n,
      abs(hashint4(k)) % 4 > 0 as matched, round((1 + abs(hashint4(k)) % 9999) / 100.0, 2) as amount,
      (array['EUR', 'NGN', 'USD'])[1 + k % 3] as currency,
      (array['provider_a', 'provider_b', 'provider_c', 'generic'])[1 + abs(hashint4(k + 7)) % 4] as provider
    from generate_series($2::int, least($2 + $6, $4::int) - 1) as k
  ), paid as (
    select ${uuidOf(`'payment' || k`)} as id, null::uuid as original_id, 'payment' as event_type,
      'ref-' || k as reference, paid_at as at, amount as value, drawn.*
    from drawn
    union all
    select ${uuidOf(`'refund' || k`)}, ${uuidOf(`'payment' || k`)}, 'partial_refund', 'refund-' || k,
      least(now(), paid_at + interval '2 days'), round(amount / 2, 2), drawn.*
    from drawn where k % 10 = 0
  )
  insert into payments (customer_id, payment_event_id, app_id, provider, reference, key_type, event_type, amount,
    currency, received_at, original_id, device_id, matched_by, campaign_id, counted_day, counted_currency,
    counted_amount, counted_matched, counted_campaign_id)
  select $1, id, app_id, provider, reference, case event_type when 'payment' then 'payment' else 'refund' end,
    event_type, value, currency, at, original_id, case when matched then device_id end,
    case when matched then 'gaid' end, case when matched then campaign_id end, (at at time zone 'UTC')::date, currency,
    value, matched, case when matched then campaign_id end
  from paid join payers using (n)
  order by at`;

/** One device in five has bought something in its app. */
const PURCHASES = `
  insert into purchases (customer_id, app_id, event_id, device_id, occurred_at, amount, currency, counted_day,
    counted_campaign_id)
  select $1, app_id, gen_random_uuid()::text, device_id, installed_at, 4.99, (array['EUR', 'USD'])[1 + n % 2],
    case when campaign_id is not null then (installed_at at time zone 'UTC')::date end, campaign_id
  from payers where n % 5 = 0 and not exists (select from purchases where purchases.device_id = payers.device_id)`;

const SPEND = `
  insert into ad_spend (id, customer_id, campaign_id, day, currency, amount, source, created_at, updated_at)
  select gen_random_uuid(), $1, campaigns.id, current_date - d, currency, 10 + d % 90, 'csv', now(), now()
  from campaigns cross join generate_series(0, $2::int - 1) as d cross join unnest(array['EUR', 'USD']) as currency
  where campaigns.customer_id = $1
  on conflict do nothing`;

/** Inserts rows in the order of the days, interleaved with those of the other accounts. */
const spread = (errors: string, columns: string) => `
  select case when copy = 0 then customer_id else md5('neighbour' || copy)::uuid end,
    case when copy = 0 then app_id else md5(app_id::text || copy)::uuid end, day::date, ${columns}
  from (${errors}) errors cross join generate_series(0, $2::int) as copy
  order by day, random()`;

const COUNTERS = `
  insert into revenue_counts as kept
  ${spread(compareSql(REVENUE_COUNTS), 'provider, currency, payments, gross::numeric, refunded::numeric, attributed_payments, attributed::numeric')}
  on conflict (customer_id, app_id, day, provider, currency) do update set
    payments = kept.payments + excluded.payments, gross = kept.gross + excluded.gross,
    refunded = kept.refunded + excluded.refunded, attributed = kept.attributed + excluded.attributed,
    attributed_payments = kept.attributed_payments + excluded.attributed_payments`;

const CAMPAIGN_COUNTERS = `
  insert into campaign_revenue_counts as kept
  ${spread(compareSql(CAMPAIGN_REVENUE_COUNTS), 'campaign_id, currency, in_app::numeric, payment::numeric, possible_double::numeric, link_id::uuid, country')}
  on conflict (customer_id, app_id, day, campaign_id, currency, link_id, country) do update set
    in_app = kept.in_app + excluded.in_app, payment = kept.payment + excluded.payment`;

const PORTION = 50_000;

/** Stores payments, purchases and spend of an account's devices, counters included, as the service would have left them. */
export async function seedPayments(client: Client, history: PaymentHistory): Promise<void> {
  const { customerId, from, to, days, neighbours } = history;
  await client.query('drop table if exists payers');
  await client.query(PAYERS.replace('$1', client.escapeLiteral(customerId)));
  await client.query('create unique index on payers (n)');
  await client.query('analyze payers');
  for (let at = from; at < to; at += PORTION)
    await client.query(PAYMENTS, [customerId, at, from, to, days, PORTION]);
  await client.query(PURCHASES, [customerId]);
  await client.query(SPEND, [customerId, days]);
  for (const counters of [COUNTERS, CAMPAIGN_COUNTERS])
    await client.query(counters, [customerId, neighbours]);
}
