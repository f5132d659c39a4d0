import type { Pool } from 'pg';

/**
 * What the revenue resources must return, in plain SQL over the stored payments, events, installs and spend, without
 * anything that was credited or counted. `$1` account, `$2` apps, `$3` and `$4` the period (UTC days, both inclusive).
 * Amounts are exact text.
 *
 * `credit` has the device and its campaign for every payment and every reversal without one: of all attributed installs
 * the last one up to the payment, else the first one after it.
 */
const credited = (only: string) => `
  alone as (
    select payment_event_id as root_id, app_id, service_click_id, gaid, android_id, user_id,
      case when occurred_at < received_at then occurred_at else received_at end as paid_at
    from payments where customer_id = $1 and original_id is null
  ),
  named as (
    select root_id, 1 as place, device_id, installed_at, install_id
    from alone join attributions using (app_id)
    where customer_id = $1 and click_id = service_click_id
    union all
    select root_id, case kind when 'gaid' then 2 when 'android_id' then 3 else 4 end, device_id, null, null
    from alone join device_ids using (app_id)
    where customer_id = $1
      and (kind, value) in (('gaid', gaid), ('android_id', android_id), ('user_id', user_id))
  ),
  matched as (
    select distinct on (root_id) root_id, device_id from named order by root_id, place, installed_at, install_id
  ),
  credit as materialized (
    select distinct on (root_id) root_id, matched.device_id, campaign_id, link_id, coalesce(attributions.install_id, (
      select install_id from installs
      where installs.customer_id = $1 and installs.device_id = matched.device_id and kind = 'install')) as install_id
    from alone
    left join matched using (root_id)
    left join attributions on customer_id = $1 and attributions.device_id = matched.device_id
      and campaign_id is not null
    order by root_id, installed_at > paid_at, abs(extract(epoch from installed_at - paid_at)),
      case when installed_at > paid_at then attributions.install_id end, attributions.install_id desc
  ),
  fact as (
    select payments.payment_event_id, payments.app_id, payments.provider, payments.reference, payments.event_type,
      payments.amount, coalesce(payments.currency, original.currency) as currency, payments.received_at,
      payments.key_type = 'payment' as pays, (payments.received_at at time zone 'UTC')::date as day,
      credit.device_id is not null as matched, credit.campaign_id, credit.link_id, credit.install_id,
      case when payments.key_type in ('payment', 'reinstated') then payments.amount else -payments.amount end as net
    from payments
    left join payments original on original.customer_id = $1
      and original.payment_event_id = payments.original_id
    join credit on credit.root_id = coalesce(payments.original_id, payments.payment_event_id)
    where payments.customer_id = $1
  ),
  asked as (
    select * from fact where app_id = any($2::uuid[]) and day between $3::date and $4::date ${only}
  )`;

const text = (amount: string) => `trim_scale(coalesce(${amount}, 0))::text`;

/** Of a day on which a refund came and failed nothing is left to tell. */
const revenue = (only: string) => `
  with ${credited(only)}
  select app_id, day::text, provider, currency, count(*) filter (where pays)::int as payments,
    ${text('sum(amount) filter (where pays)')} as gross,
    ${text('-sum(net) filter (where not pays)')} as refunded,
    count(*) filter (where pays and matched)::int as attributed_payments,
    ${text('sum(net) filter (where matched)')} as attributed
  from asked where currency is not null
  group by app_id, day, provider, currency
  having (count(*) filter (where pays), coalesce(sum(amount) filter (where pays), 0),
    coalesce(sum(net) filter (where not pays), 0), coalesce(sum(net) filter (where matched), 0)) <> (0, 0, 0, 0)
  order by app_id, day, provider, currency`;

const payments = (only: string) => `
  with ${credited(only)}
  select payment_event_id as id, provider, reference, event_type, ${text('amount')} as amount, currency, matched,
    app_id, campaign_id, (extract(epoch from received_at) * 1000)::float8 as received_at
  from asked
  order by asked.received_at desc, payment_event_id desc`;

/** An event belongs to the device of the first of its ids; a user id counts only if there is no other. */
const earnedBy = (what: 'campaign_id' | 'link_id') => (only: string) =>
  `
  with ${credited(only)},
  bought as (
    select event_id, app_id, revenue, currency, occurred_at, kind, value
    from events
    cross join lateral (
      values (1, 'installation_id', installation_id::text), (2, 'android_id', android_id), (3, 'gaid', gaid),
        (4, 'user_id', user_id)
    ) as id (place, kind, value)
    where customer_id = $1 and event_type = 'purchase' and revenue > 0 and currency is not null
      and place = case
        when installation_id is not null then 1
        when android_id !~ '^[0-]*$' and android_id <> '9774d56d682e549c' then 2
        when gaid !~ '^[0-]*$' then 3
        else 4 end
  ),
  earned as (
    select distinct on (app_id, event_id) bought.app_id, event_id, campaign_id, link_id, install_id, currency, revenue,
      (occurred_at at time zone 'UTC')::date as day
    from bought
    join device_ids using (app_id, kind, value)
    join attributions on attributions.customer_id = $1 and attributions.device_id = device_ids.device_id
      and campaign_id is not null
    where device_ids.customer_id = $1
    order by app_id, event_id, installed_at > occurred_at, abs(extract(epoch from installed_at - occurred_at)),
      case when installed_at > occurred_at then install_id end, install_id desc
  )
  select app_id, day::text, ${what}, currency, ${text('sum(in_app)')} as in_app, ${text('sum(paid)')} as payment
  from (
    select app_id, day, campaign_id, link_id, currency, revenue as in_app, 0 as paid from earned
    where app_id = any($2::uuid[]) and day between $3::date and $4::date ${only}
    union all
    select app_id, day, campaign_id, link_id, currency, 0, net from asked
    where campaign_id is not null and currency is not null
  ) revenue
  where ${what} is not null
  group by app_id, day, ${what}, currency
  having (sum(in_app), sum(paid)) <> (0, 0)
  order by app_id, day, ${what}, currency`;

const installs = (only: string) => `
  select campaign_id, count(*)::int as attributed_installs
  from attributions
  join installs using (customer_id, install_id)
  where customer_id = $1 and installs.app_id = any($2::uuid[]) and kind = 'install' and campaign_id is not null
    and (installs.installed_at at time zone 'UTC')::date between $3::date and $4::date ${only}
  group by campaign_id order by campaign_id`;

const SPEND = `
  select campaign_id, currency, ${text('sum(amount)')} as spend
  from ad_spend join campaigns on campaigns.id = campaign_id
  where ad_spend.customer_id = $1 and (app_id is null or app_id = any($2::uuid[]))
    and day between $3::date and $4::date
  group by campaign_id, currency order by campaign_id, currency`;

const STATEMENTS = {
  /** Rows of RevenueRow, which the revenue resource sums. */
  revenue,
  /** The payments resource, all pages at once; received_at in Unix ms. */
  payments,
  /** Rows of CampaignRevenueRow, for roas, to be combined with the installs and the spend of campaigns. */
  campaigns: earnedBy('campaign_id'),
  /** The same of the links of those installs. */
  links: earnedBy('link_id'),
  installs,
  spend: () => SPEND,
};

export interface RevenueQuestion {
  readonly accountId: string;
  readonly appIds: readonly string[];
  /** UTC days, both inclusive, as `2026-01-31`. */
  readonly from: string;
  readonly to: string;
  /** SQL on `install_id`, the install that money is credited to: `and …`. */
  readonly only?: string;
}

/** What a report has to answer, computed from the facts by a statement of its own. */
export async function revenueReference<Row>(
  pool: Pool,
  name: keyof typeof STATEMENTS,
  { accountId, appIds, from, to, only = '' }: RevenueQuestion,
): Promise<Row[]> {
  return (await pool.query(STATEMENTS[name](only), [accountId, appIds, from, to])).rows as Row[];
}
