import type { BatchedMigration } from './migration-entry.ts';

/** What an install is grouped by; of those that have a campaign, channel and model are counted with it. */
const OF_INSTALL = `
  cross join lateral (values
    ('app_version', fact.app_version, '', ''), ('campaign_id', fact.campaign_id::text, fact.model, fact.channel),
    ('device_model', fact.device_model, '', ''), ('os_version', fact.os_version, '', '')
  ) as own (dimension, raw, own_model, own_channel)`;

/** Money that is counted already is so without a group, but for its campaign; the workers find the rest (m0075). */
const OF_MONEY = `
  cross join lateral (values ('app_version', null), ('campaign_id', fact.campaign_id::text), ('device_model', null),
    ('os_version', null)) as own (dimension, raw)`;

const KNOWN = `
  left join named on named.dimension = own.dimension and named.value = own.raw
    and named.month = date_trunc('month', fact.day::timestamp)::date and named.turn <= 1000`;

const VALUE = `
  case when named.value is null then '' else own.raw end as value,
  coalesce(own.raw, '') <> '' and named.value is null as is_rest`;

/** Counts what is stored by its groups, an app a batch. The most frequent values of a month get counters of their own. */
export const countGroups: BatchedMigration = {
  name: 'm0074-count-groups',
  table: 'apps',
  batch: `
    with app as materialized (
      select id as app_id, customer_id from apps
      where $1::jsonb is null or id > ($1::jsonb ->> 'app')::uuid
      order by id limit 1
    ), installed as materialized (
      select app.customer_id, app.app_id, fact.counted_day as day, fact.country, fact.app_version, fact.os_version,
        fact.device_model, fact.counted_campaign_id as campaign_id, fact.counted_model as model,
        fact.counted_channel as channel, fact.counted_confidence
      from app join attributions fact using (customer_id, app_id)
      where fact.counted_day is not null
    ), active as materialized (
      select app.customer_id, app.app_id, activity.cohort_day as day, activity.day - activity.cohort_day as day_offset,
        fact.country, fact.app_version, fact.os_version, fact.device_model, fact.campaign_id, fact.model, fact.channel
      from app
      join cohort_activity activity using (customer_id, app_id)
      left join installs on installs.customer_id = app.customer_id and installs.app_id = app.app_id
        and installs.device_id = activity.device_id and installs.kind = 'install'
      left join attributions fact on fact.customer_id = app.customer_id and fact.install_id = installs.install_id
    ), paid as materialized (
      select app.customer_id, app.app_id, fact.counted_day as day, fact.provider, fact.counted_currency as currency,
        fact.counted_campaign_id as campaign_id, fact.counted_amount as amount, fact.key_type = 'payment' as pays,
        fact.counted_matched as matched, fact.counted_double as is_double, 0 as in_app
      from app join payments fact using (customer_id, app_id)
      where fact.counted_day is not null
      union all
      select app.customer_id, app.app_id, fact.counted_day, '', fact.currency, fact.counted_campaign_id, 0, null, false,
        false, fact.amount
      from app join purchases fact using (customer_id, app_id)
      where fact.counted_day is not null and fact.counted_campaign_id is not null
    ), named as materialized (
      select dimension, month, raw as value,
        row_number() over (partition by dimension, month order by sum(times) desc, raw collate "C") as turn
      from (
        select own.dimension, date_trunc('month', fact.day::timestamp)::date as month, own.raw, 1 as times
        from installed fact ${OF_INSTALL}
        union all
        select own.dimension, date_trunc('month', fact.day::timestamp)::date, own.raw, 1
        from active fact ${OF_INSTALL}
        union all
        select 'campaign_id', date_trunc('month', fact.day::timestamp)::date, fact.campaign_id::text, 1 from paid fact
      ) used
      where raw <> ''
      group by dimension, month, raw
    ), kept as (
      insert into group_values (customer_id, app_id, dimension, month, value)
      select customer_id, app_id, dimension, month, value from app cross join named where turn <= 1000
    ), totals as (
      insert into group_value_totals (customer_id, app_id, dimension, month, kept)
      select customer_id, app_id, dimension, month, least(count(*), 1000)
      from app cross join named group by 1, 2, 3, 4
    ), installs_counted as (
      insert into install_group_counts (customer_id, app_id, dimension, day, country, value, is_rest, model, channel,
        installs, attributed, confidence_sum, high_confidence, unscored)
      select fact.customer_id, fact.app_id, own.dimension, fact.day, coalesce(fact.country, ''), ${VALUE}, fact.model,
        fact.channel, count(*), count(fact.campaign_id), coalesce(sum(counted_confidence), 0),
        count(*) filter (where counted_confidence >= 80), count(*) filter (where counted_confidence is null)
      from installed fact ${OF_INSTALL} ${KNOWN}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), cohorts_counted as (
      insert into cohort_group_counts (customer_id, app_id, dimension, day, country, value, is_rest, model, channel,
        day_offset, devices)
      select fact.customer_id, fact.app_id, own.dimension, fact.day, coalesce(fact.country, ''), ${VALUE},
        coalesce(own_model, ''), coalesce(own_channel, ''), fact.day_offset, count(*)
      from active fact ${OF_INSTALL} ${KNOWN}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ), money_counted as (
      insert into revenue_group_counts (customer_id, app_id, dimension, day, country, value, is_rest, model, channel,
        provider, currency, payments, gross, refunded, attributed_payments, attributed, in_app, payment,
        possible_double)
      select fact.customer_id, fact.app_id, own.dimension, fact.day, '', ${VALUE}, '', '', fact.provider, fact.currency,
        count(*) filter (where pays), coalesce(sum(amount) filter (where pays), 0),
        coalesce(sum(amount) filter (where not pays), 0), count(*) filter (where pays and matched),
        coalesce(sum(case when pays then amount else -amount end) filter (where matched), 0), sum(in_app),
        coalesce(sum(case when pays then amount else -amount end)
          filter (where pays is not null and fact.campaign_id is not null), 0),
        coalesce(sum(amount) filter (where is_double and fact.campaign_id is not null), 0)
      from paid fact ${OF_MONEY} ${KNOWN}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    )
    select (select json_build_object('app', app_id) from app) as position, (select count(*) from app)::int as rows`,
};
