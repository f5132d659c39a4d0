import { HIGH_CONFIDENCE } from '../install-delta.ts';
import { NET_SIGN } from '../revenue-delta.ts';
import { GROUP_KEY } from './group-key.ts';
import { groupColumns } from './install-groups.ts';
import { MAX_VALUES } from './keep-values.ts';

/** Here `$1` is the account, as in count-errors.ts. */
const KEY = GROUP_KEY.filter((name) => name !== 'customer_id' && name !== 'day').join(', ');
const SUMMED = `$1::uuid as customer_id, to_char(facts_and_counts.day, 'YYYY-MM-DD') as day, ${KEY}`;
const GROUPED = `group by facts_and_counts.day, ${KEY}`;

/**
 * The rows that a `fact` is counted in, with the rest in place of values that are not kept.
 *
 * @param groups SQL of what the fact is grouped by.
 * @param isTold SQL of whether a dimension `own` tells channels and models apart.
 */
const counted = (groups: (name: string) => string, isTold: string) => `
  cross join lateral (values
    ('app_version', ${groups('app_version')}), ('campaign_id', ${groups('campaign_id')}::text),
    ('device_model', ${groups('device_model')}), ('os_version', ${groups('os_version')})) as own (dimension, raw)
  left join lateral (
    select value from group_values named
    where named.customer_id = $1 and named.app_id = fact.app_id and named.dimension = own.dimension
      and named.value = own.raw and named.month = date_trunc('month', fact.day::timestamp)::date
    offset 0) as kept on true
  cross join lateral (
    select coalesce(${groups('country')}, '') as country, coalesce(kept.value, '') as value,
      coalesce(own.raw, '') <> '' and kept.value is null as is_rest,
      case when ${isTold} then coalesce(${groups('model')}, '') else '' end as model,
      case when ${isTold} then coalesce(${groups('channel')}, '') else '' end as channel) as place`;

const PLACE = 'own.dimension, place.country, place.value, place.is_rest, place.model, place.channel';

const INSTALLS = `
  select app_id, counted_day as day, country, app_version, os_version, device_model,
    counted_campaign_id as campaign_id, counted_model as model, counted_channel as channel, counted_confidence
  from attributions
  where customer_id = $1 and counted_day is not null`;

/** An activity is in the groups of its device's install, as that was decided. Looked up one by one, as in count-activity.ts. */
const ACTIVITY = `
  select activity.app_id, activity.cohort_day as day, activity.day - activity.cohort_day as day_offset,
    ${groupColumns('decided')}
  from cohort_activity activity
  left join lateral (
    select install_id from installs
    where installs.customer_id = $1 and installs.app_id = activity.app_id
      and installs.device_id = activity.device_id and installs.kind = 'install'
    offset 0) as first on true
  left join lateral (
    select ${groupColumns('attributions')} from attributions
    where attributions.customer_id = $1 and attributions.install_id = first.install_id
    offset 0) as decided on true
  where activity.customer_id = $1`;

const COUNTED = `counted_country, counted_app_version, counted_os_version, counted_device_model, counted_campaign_id,
    counted_model, counted_channel`;

const MONEY = `
  select app_id, counted_day as day, provider, counted_currency as currency, ${COUNTED}, counted_amount as amount,
    counted_amount * ${NET_SIGN} as net,
    key_type = 'payment' as pays, counted_matched as matched, 0 as in_app, counted_double as is_double
  from payments
  where customer_id = $1 and counted_day is not null
  union all
  select app_id, counted_day, '', currency, ${COUNTED}, 0, 0, null, false, amount, false
  from purchases
  where customer_id = $1 and counted_day is not null and counted_campaign_id is not null`;

const own = (name: string) => `fact.${name}`;
const ofMoney = (name: string) => `fact.counted_${name}`;
const BASE_ALONE = `own.dimension = 'campaign_id'`;

/** The most frequent values of facts that are not kept yet, of months that have room. `$1` is the account. */
export const VALUES_OF_FACTS = `
  select $1::uuid as customer_id, app_id, dimension, to_char(day, 'YYYY-MM-DD') as day, value
  from (
  select fact.app_id, own.dimension, min(fact.day) as day, own.raw as value, row_number() over (
      partition by fact.app_id, own.dimension, date_trunc('month', fact.day::timestamp)
      order by count(*) desc, own.raw) as turn
  from (
    select app_id, day, country, app_version, os_version, device_model, campaign_id, model, channel from (${INSTALLS}) one
    union all
    select app_id, day, country, app_version, os_version, device_model, campaign_id, model, channel from (${ACTIVITY}) two
    union all
    select app_id, day, counted_country, counted_app_version, counted_os_version, counted_device_model,
      counted_campaign_id, counted_model, counted_channel
    from (${MONEY}) three
  ) fact ${counted(own, 'true')}
  left join group_value_totals totals on totals.customer_id = $1 and totals.app_id = fact.app_id
    and totals.dimension = own.dimension and totals.month = date_trunc('month', fact.day::timestamp)::date
  where place.is_rest and coalesce(totals.kept, 0) < ${MAX_VALUES}
  group by fact.app_id, own.dimension, date_trunc('month', fact.day::timestamp), own.raw
  ) ranked
  where turn <= ${MAX_VALUES}
  order by turn`;

export const INSTALL_GROUP_ERRORS = `
  select ${SUMMED}, sum(installs)::float8 as installs, sum(attributed)::float8 as attributed,
    sum(confidence_sum)::float8 as confidence_sum, sum(high_confidence)::float8 as high_confidence,
    sum(unscored)::float8 as unscored
  from (
    select fact.app_id, fact.day, ${PLACE}, 1 as installs, (fact.campaign_id is not null)::int as attributed,
      coalesce(counted_confidence, 0) as confidence_sum,
      coalesce(counted_confidence >= ${HIGH_CONFIDENCE}, false)::int as high_confidence,
      (counted_confidence is null)::int as unscored
    from (${INSTALLS}) fact ${counted(own, 'true')}
    union all
    select app_id, day, dimension, country, value, is_rest, model, channel, -installs, -attributed, -confidence_sum,
      -high_confidence, -unscored
    from install_group_counts where customer_id = $1
  ) facts_and_counts
  ${GROUPED}
  having (sum(installs), sum(attributed), sum(confidence_sum), sum(high_confidence), sum(unscored)) <> (0, 0, 0, 0, 0)`;

export const COHORT_GROUP_ERRORS = `
  select ${SUMMED}, day_offset, sum(devices)::float8 as devices
  from (
    select fact.app_id, fact.day, ${PLACE}, fact.day_offset, 1 as devices
    from (${ACTIVITY}) fact ${counted(own, BASE_ALONE)}
    union all
    select app_id, day, dimension, country, value, is_rest, model, channel, day_offset, -devices
    from cohort_group_counts where customer_id = $1
  ) facts_and_counts
  ${GROUPED}, day_offset
  having sum(devices) <> 0`;

/** What revenue is compared by, and how a sum of it is answered: numbers of payments, and amounts of money exactly. */
const SUMS = [
  ['payments', 'float8'],
  ['gross', 'text'],
  ['refunded', 'text'],
  ['attributed_payments', 'float8'],
  ['attributed', 'text'],
  ['in_app', 'text'],
  ['payment', 'text'],
  ['possible_double', 'text'],
] as const;

export const REVENUE_GROUP_ERRORS = `
  select ${SUMMED}, provider, currency, ${SUMS.map(([name, type]) => `sum(${name})::${type} as ${name}`).join(', ')}
  from (
    select fact.app_id, fact.day, ${PLACE}, provider, currency, coalesce(pays, false)::int as payments,
      case when pays then amount else 0 end as gross, case when pays is false then -net else 0 end as refunded,
      (coalesce(pays, false) and matched)::int as attributed_payments,
      case when matched then net else 0 end as attributed, in_app,
      case when counted_campaign_id is null then 0 else net end as payment,
      case when is_double and counted_campaign_id is not null then amount else 0 end as possible_double
    from (${MONEY}) fact ${counted(ofMoney, BASE_ALONE)}
    union all
    select app_id, day, dimension, country, value, is_rest, model, channel, provider, currency,
      ${SUMS.map(([name]) => `-${name}`).join(', ')}
    from revenue_group_counts where customer_id = $1
  ) facts_and_counts
  ${GROUPED}, provider, currency
  having (${SUMS.map(([name]) => `sum(${name})`).join(', ')}) <> (${SUMS.map(() => '0').join(', ')})`;
