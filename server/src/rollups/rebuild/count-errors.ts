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

/** Days of which clicks went: those that are left say only what there was at least. */
const FORGOTTEN_DAYS = `select day from forgotten_days where customer_id = $1 and kind = 'clicks'`;

/** Of such a day, clicks are corrected only where the countries together have less than what is left. */
const ofClicks = (column: string) => `
  case when sum(sum(${column})) over all_countries <= 0 and day in (${FORGOTTEN_DAYS})
    then 0 else sum(${column}) end`;

/** Clicks wait in `click_count_queue`. */
export const LINK_ERRORS = `
  select $1::uuid as customer_id, link_id, to_char(day, 'YYYY-MM-DD') as day, country, clicks::float8, repeats::float8,
    bots::float8, installs::float8
  from (
    select link_id, day, country, ${ofClicks('clicks')} as clicks, ${ofClicks('repeats')} as repeats,
      ${ofClicks('bots')} as bots, sum(installs) as installs
    from (
      select link_id, (clicked_at at time zone 'UTC')::date as day, coalesce(country, '') as country,
        (excluded_because is null)::int as clicks, (excluded_because is not distinct from 'repeat')::int as repeats,
        (excluded_because is not distinct from 'bot')::int as bots, 0 as installs
      from clicks
      where customer_id = $1 and link_id is not null and source = 'link'
      union all
      select counted_link_id, counted_day, coalesce(country, ''), 0, 0, 0, 1
      from attributions
      where customer_id = $1 and counted_day is not null and counted_link_id is not null
      union all
      select link_id, day, country, -clicks, -repeats, -bots, -installs
      from link_counts
      where customer_id = $1
      union all
      select link_id, day, coalesce(country, ''), -clicks, -repeats, -bots, -installs
      from click_count_queue,
        json_to_recordset(deltas) as waiting (customer_id uuid, link_id uuid, day date, country text, clicks bigint,
          repeats bigint, bots bigint, installs bigint)
      where customer_id = $1
    ) facts_and_counts
    group by link_id, day, country
    window all_countries as (partition by link_id, day)
  ) error
  where (clicks, repeats, bots, installs) <> (0, 0, 0, 0)`;

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
