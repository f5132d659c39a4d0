import { HIGH_CONFIDENCE } from '../install-delta.ts';

/**
 * SQL of what counters lack of, or have over, what the facts say was counted. `$1` is the account. A fact changes in one
 * transaction with its counters, or with what still waits to be added to them, so one statement sees both at the same
 * moment: what they differ by then is the error, whatever is being counted at the time.
 */
export const INSTALL_ERRORS = `
  select $1::uuid as customer_id, app_id, to_char(day, 'YYYY-MM-DD') as day, model, channel,
    sum(installs)::float8 as installs, sum(confidence_sum)::float8 as confidence_sum,
    sum(high_confidence)::float8 as high_confidence, sum(unscored)::float8 as unscored
  from (
    select app_id, counted_day as day, counted_model as model, counted_channel as channel, 1 as installs,
      coalesce(counted_confidence, 0) as confidence_sum,
      coalesce(counted_confidence >= ${HIGH_CONFIDENCE}, false)::int as high_confidence,
      (counted_confidence is null)::int as unscored
    from attributions
    where customer_id = $1 and counted_day is not null
    union all
    select app_id, day, model, channel, -installs, -confidence_sum, -high_confidence, -unscored
    from install_counts
    where customer_id = $1
  ) facts_and_counts
  group by app_id, day, model, channel
  having sum(installs) <> 0 or sum(confidence_sum) <> 0 or sum(high_confidence) <> 0 or sum(unscored) <> 0`;

export const CAMPAIGN_ERRORS = `
  select $1::uuid as customer_id, app_id, to_char(day, 'YYYY-MM-DD') as day, campaign_id,
    sum(installs)::float8 as installs
  from (
    select app_id, counted_day as day, counted_campaign_id as campaign_id, 1 as installs
    from attributions
    where customer_id = $1 and counted_day is not null and counted_campaign_id is not null
    union all
    select app_id, day, campaign_id, -installs
    from campaign_counts
    where customer_id = $1
  ) facts_and_counts
  group by app_id, day, campaign_id
  having sum(installs) <> 0`;

/** Of a day of which clicks went, the clicks that are left say only what there was at least. */
const ofClicks = (column: string) => `
  case when facts_and_counts.day in (select day from forgotten_days where customer_id = $1 and kind = 'clicks')
    then greatest(sum(${column}), 0) else sum(${column}) end`;

/** Clicks wait in `click_count_queue`. */
export const LINK_ERRORS = `
  select * from (
  select $1::uuid as customer_id, link_id, to_char(facts_and_counts.day, 'YYYY-MM-DD') as day,
    (${ofClicks('clicks')})::float8 as clicks, (${ofClicks('repeats')})::float8 as repeats,
    (${ofClicks('bots')})::float8 as bots, sum(installs)::float8 as installs
  from (
    select link_id, (clicked_at at time zone 'UTC')::date as day, (excluded_because is null)::int as clicks,
      (excluded_because is not distinct from 'repeat')::int as repeats,
      (excluded_because is not distinct from 'bot')::int as bots, 0 as installs
    from clicks
    where customer_id = $1 and link_id is not null and source = 'link'
    union all
    select counted_link_id, counted_day, 0, 0, 0, 1
    from attributions
    where customer_id = $1 and counted_day is not null and counted_link_id is not null
    union all
    select link_id, day, -clicks, -repeats, -bots, -installs
    from link_counts
    where customer_id = $1
    union all
    select link_id, day, -clicks, -repeats, -bots, -installs
    from click_count_queue,
      json_to_recordset(deltas) as waiting (customer_id uuid, link_id uuid, day date, clicks bigint, repeats bigint,
        bots bigint, installs bigint)
    where customer_id = $1
  ) facts_and_counts
  group by link_id, facts_and_counts.day
  ) error
  where clicks <> 0 or repeats <> 0 or bots <> 0 or installs <> 0`;

export const COHORT_ERRORS = `
  select $1::uuid as customer_id, app_id, to_char(cohort_day, 'YYYY-MM-DD') as cohort_day, day_offset,
    sum(devices)::float8 as devices
  from (
    select app_id, cohort_day, day - cohort_day as day_offset, 1 as devices
    from cohort_activity
    where customer_id = $1
    union all
    select app_id, cohort_day, day_offset, -devices
    from cohort_counts
    where customer_id = $1
  ) facts_and_counts
  group by app_id, cohort_day, day_offset
  having sum(devices) <> 0`;
