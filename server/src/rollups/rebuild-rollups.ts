import type { Pool } from 'pg';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { applyDeltas } from './apply-deltas.ts';
import type { CampaignDelta } from './campaign-delta.ts';
import { COHORT_OFFSETS, type CohortDelta } from './cohort-delta.ts';
import { HIGH_CONFIDENCE, type InstallDelta } from './install-delta.ts';
import type { LinkDelta } from './link-delta.ts';
import { lockApps } from './lock-apps.ts';
import type { CampaignRevenueDelta, RevenueDelta } from './revenue-delta.ts';
import { CAMPAIGN_REVENUE_ERRORS, REVENUE_ERRORS } from './revenue-errors.ts';

/** How many rows were wrong, by what they count. */
export interface Corrections {
  readonly installs: number;
  readonly campaigns: number;
  readonly links: number;
  readonly cohorts: number;
  readonly revenue: number;
  readonly campaign_revenue: number;
  /** Days of devices that were counted and should not be, or the other way round. */
  readonly activity: number;
}

/** Excludes a second rebuild, which would correct the same again, and nothing else. */
const ONE_AT_A_TIME = `
  lock table install_counts, campaign_counts, link_counts, cohort_counts, revenue_counts, campaign_revenue_counts
  in share update exclusive mode`;

const APPS = 'select id from apps where customer_id = $1';

/** The activity that facts call for: every install's own day, and the later days that its device was seen on. */
const ACTIVITY = `
  select app_id, device_id, cohort_day as day, cohort_day from installs
  where customer_id = $1 and cohort_day is not null
  union
  select installs.app_id, installs.device_id, device_days.day, installs.cohort_day
  from installs
  join device_ids ids on ids.customer_id = $1 and ids.app_id = installs.app_id and ids.device_id = installs.device_id
  join device_days on device_days.customer_id = $1 and device_days.app_id = ids.app_id
    and device_days.device_key = ids.device_key
  where installs.customer_id = $1 and installs.cohort_day is not null
    and device_days.day - installs.cohort_day = any($2::int[])`;

const KEPT = 'select app_id, device_id, day, cohort_day from cohort_activity where customer_id = $1';

const REMOVE_ACTIVITY = `
  delete from cohort_activity kept
  using (${KEPT} except (${ACTIVITY})) wrong
  where kept.customer_id = $1 and kept.app_id = wrong.app_id and kept.device_id = wrong.device_id
    and kept.day = wrong.day`;

/** Devices whose activity is not wrong, only not counted yet. It was queued with the facts, so both are seen or neither. */
const WAITING = `
  select queued.app_id, coalesce(queued.device_id, ids.device_id)
  from activity_queue
  cross join unnest(customer_ids, app_ids, device_keys, device_ids) as queued (customer_id, app_id, device_key, device_id)
  left join device_ids ids on ids.customer_id = $1 and ids.app_id = queued.app_id and ids.device_key = queued.device_key
  where queued.customer_id = $1 and queued.app_id is not null and coalesce(queued.device_id, ids.device_id) is not null`;

const ADD_ACTIVITY = `
  insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
  select $1, app_id, device_id, day, cohort_day from ((${ACTIVITY}) except ${KEPT}) missing
  where (app_id, device_id) not in (${WAITING})
  order by app_id, device_id, day
  on conflict do nothing`;

const INSTALL_ERRORS = `
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

const CAMPAIGN_ERRORS = `
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

const LINK_ERRORS = `
  select $1::uuid as customer_id, link_id, to_char(day, 'YYYY-MM-DD') as day, sum(clicks)::float8 as clicks,
    sum(repeats)::float8 as repeats, sum(bots)::float8 as bots, sum(installs)::float8 as installs
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
  group by link_id, day
  having sum(clicks) <> 0 or sum(repeats) <> 0 or sum(bots) <> 0 or sum(installs) <> 0`;

const COHORT_ERRORS = `
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

/**
 * Without statistics, as just after an import or a restore, the comparisons would be planned as if the tables were empty,
 * and would hold the apps' locks for as long as they take.
 */
const ANALYZE = `
  analyze installs, device_ids, device_days, cohort_activity, attributions, clicks, payments, purchases, activity_queue`;

/**
 * Makes an account's counters what its facts say, while others go on counting.
 *
 * A fact changes in one transaction with its counters, or with what still waits to be added to them. So within one statement both are seen at the same moment: what
 * they differ by then is the error, whatever is being counted at the time, and is added like any other change.
 */
export async function rebuildRollups(pool: Pool, customerId: string): Promise<Corrections> {
  await pool.query(ANALYZE);
  return inTransaction(pool, async (client) => {
    await client.query(ONE_AT_A_TIME);
    const apps = await client.query<{ id: string }>(APPS, [customerId]);
    await lockApps(
      client,
      apps.rows.map(({ id }) => id),
    );
    const { rows: installs } = await client.query<InstallDelta>(INSTALL_ERRORS, [customerId]);
    const { rows: campaigns } = await client.query<CampaignDelta>(CAMPAIGN_ERRORS, [customerId]);
    const { rows: links } = await client.query<LinkDelta>(LINK_ERRORS, [customerId]);
    const removed = await client.query(REMOVE_ACTIVITY, [customerId, COHORT_OFFSETS]);
    const added = await client.query(ADD_ACTIVITY, [customerId, COHORT_OFFSETS]);
    const { rows: cohorts } = await client.query<CohortDelta>(COHORT_ERRORS, [customerId]);
    const { rows: revenue } = await client.query<RevenueDelta>(REVENUE_ERRORS, [customerId]);
    const { rows: campaignRevenue } = await client.query<CampaignRevenueDelta>(CAMPAIGN_REVENUE_ERRORS, [
      customerId,
    ]);
    await applyDeltas(client, { installs, campaigns, links, cohorts, revenue, campaignRevenue });
    return {
      installs: installs.length,
      campaigns: campaigns.length,
      links: links.length,
      cohorts: cohorts.length,
      revenue: revenue.length,
      campaign_revenue: campaignRevenue.length,
      activity: (removed.rowCount ?? 0) + (added.rowCount ?? 0),
    };
  });
}
