import { NET_SIGN, NO_LINK } from '../revenue-delta.ts';

/** SQL of what revenue counters lack of, or have over, what the rows of payments say was counted. `$1` is the account. */
export const REVENUE_ERRORS = `
  select $1::uuid as customer_id, app_id, to_char(day, 'YYYY-MM-DD') as day, provider, currency,
    sum(payments)::float8 as payments, sum(gross)::text as gross, sum(refunded)::text as refunded,
    sum(attributed_payments)::float8 as attributed_payments, sum(attributed)::text as attributed
  from (
    select app_id, counted_day as day, provider, counted_currency as currency, pays::int as payments,
      case when pays then counted_amount else 0 end as gross,
      case when pays then 0 else -counted_amount * ${NET_SIGN} end as refunded,
      (pays and counted_matched)::int as attributed_payments,
      case when counted_matched then counted_amount * ${NET_SIGN} else 0 end as attributed
    from payments, lateral (select key_type = 'payment' as pays) as kind
    where customer_id = $1 and counted_day is not null
    union all
    select app_id, day, provider, currency, -payments, -gross, -refunded, -attributed_payments, -attributed
    from revenue_counts
    where customer_id = $1
  ) facts_and_counts
  group by app_id, day, provider, currency
  having (sum(payments), sum(gross), sum(refunded), sum(attributed_payments), sum(attributed)) <> (0, 0, 0, 0, 0)`;

/** The same of the revenue of campaigns: payments net of reversals, and purchases. */
export const CAMPAIGN_REVENUE_ERRORS = `
  select $1::uuid as customer_id, app_id, to_char(day, 'YYYY-MM-DD') as day, campaign_id, currency, link_id,
    country, sum(in_app)::text as in_app, sum(payment)::text as payment, sum(possible_double)::text as possible_double
  from (
    select app_id, counted_day as day, counted_campaign_id as campaign_id, counted_currency as currency,
      coalesce(counted_link_id, '${NO_LINK}') as link_id, coalesce(counted_country, '') as country, 0 as in_app,
      counted_amount * ${NET_SIGN} as payment,
      case when counted_double then counted_amount else 0 end as possible_double
    from payments
    where customer_id = $1 and counted_day is not null and counted_campaign_id is not null
    union all
    select app_id, counted_day, counted_campaign_id, currency, coalesce(counted_link_id, '${NO_LINK}'),
      coalesce(counted_country, ''), amount, 0, 0
    from purchases
    where customer_id = $1 and counted_day is not null and counted_campaign_id is not null
    union all
    select app_id, day, campaign_id, currency, link_id, country, -in_app, -payment, -possible_double
    from campaign_revenue_counts
    where customer_id = $1
  ) facts_and_counts
  group by app_id, day, campaign_id, currency, link_id, country
  having (sum(in_app), sum(payment), sum(possible_double)) <> (0, 0, 0)`;
