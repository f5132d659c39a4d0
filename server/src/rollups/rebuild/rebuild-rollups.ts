import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { applyDeltas } from '../apply-deltas.ts';
import type { CampaignDelta } from '../campaign-delta.ts';
import { type CohortDelta, sumCohortDeltas } from '../cohort-delta.ts';
import { type EventCorrections, rebuildEventCounts } from '../events/rebuild-event-counts.ts';
import type { CohortGroupDelta, InstallGroupDelta, RevenueGroupDelta } from '../groups/group-deltas.ts';
import {
  COHORT_GROUP_ERRORS,
  INSTALL_GROUP_ERRORS,
  REVENUE_GROUP_ERRORS,
  VALUES_OF_FACTS,
} from '../groups/group-errors.ts';
import type { GroupKey } from '../groups/group-key.ts';
import { keepValues } from '../groups/keep-values.ts';
import type { InstallDelta } from '../install-delta.ts';
import type { LinkDelta } from '../link-delta.ts';
import { readStill } from '../read-still.ts';
import type { CampaignRevenueDelta, RevenueDelta } from '../revenue-delta.ts';
import { correctActivity, findWrongActivity } from './correct-activity.ts';
import { CAMPAIGN_ERRORS, COHORT_ERRORS, INSTALL_ERRORS, LINK_ERRORS } from './count-errors.ts';
import { CAMPAIGN_REVENUE_ERRORS, REVENUE_ERRORS } from './revenue-errors.ts';

/** How many rows were wrong, by what they count. */
export interface Corrections extends EventCorrections {
  readonly installs: number;
  readonly campaigns: number;
  readonly links: number;
  readonly cohorts: number;
  readonly revenue: number;
  readonly campaign_revenue: number;
  /** Of the counters by country, version, model, campaign and channel. */
  readonly install_groups: number;
  readonly cohort_groups: number;
  readonly revenue_groups: number;
  /** Days of devices that were counted and should not be, or the other way round. */
  readonly activity: number;
}

/** Excludes a second rebuild, which would correct the same again, and nothing else. */
const ONE_AT_A_TIME = `
  lock table install_counts, campaign_counts, link_counts, cohort_counts, revenue_counts, campaign_revenue_counts,
    install_group_counts, cohort_group_counts, revenue_group_counts
  in share update exclusive mode`;

/** Just after an import or a restore, the comparisons would be planned as if the tables were empty. */
const ANALYZE = `
  analyze installs, device_ids, device_days, cohort_activity, attributions, clicks, payments, purchases, activity_queue,
    events, event_devices, event_counts, event_device_counts, group_values, install_group_counts,
    cohort_group_counts, revenue_group_counts`;

/** To be done once before counters are rebuilt. */
export async function analyzeFacts(pool: Pool): Promise<void> {
  await pool.query(ANALYZE);
}

/**
 * Makes an account's counters what its facts say, while others go on counting: what they differ by is the error at one
 * moment, and is added like any other change. Nothing is locked while it is compared.
 */
export async function rebuildRollups(pool: Pool, customerId: string): Promise<Corrections> {
  const others = await rebuildOthers(pool, customerId);
  return { ...others, ...(await rebuildEventCounts(pool, customerId)) };
}

/** All but the counters of events. */
function rebuildOthers(pool: Pool, customerId: string): Promise<Omit<Corrections, keyof EventCorrections>> {
  return inTransaction(pool, async (client) => {
    await client.query(ONE_AT_A_TIME);
    const errors = async <D extends object>(text: string) =>
      (await client.query<D>(text, [customerId])).rows as readonly D[];
    const installs = await errors<InstallDelta>(INSTALL_ERRORS);
    const campaigns = await errors<CampaignDelta>(CAMPAIGN_ERRORS);
    const { links, wrongActivity } = await readStill(pool, customerId, (still) =>
      findBesideQueues(still, customerId),
    );
    const revenue = await errors<RevenueDelta>(REVENUE_ERRORS);
    const campaignRevenue = await errors<CampaignRevenueDelta>(CAMPAIGN_REVENUE_ERRORS);
    const miscounted = await errors<CohortDelta>(COHORT_ERRORS);
    const activity = await correctActivity(client, customerId, wrongActivity);
    const cohorts = sumCohortDeltas([...miscounted, ...activity.cohorts]);
    const groups = await findGroupErrors(client, customerId);
    await applyDeltas(client, { installs, campaigns, links, cohorts, revenue, campaignRevenue, ...groups });
    return {
      installs: installs.length,
      campaigns: campaigns.length,
      links: links.length,
      cohorts: cohorts.length,
      revenue: revenue.length,
      campaign_revenue: campaignRevenue.length,
      activity: activity.days,
      install_groups: groups.installGroups.length,
      cohort_groups: groups.cohortGroups.length,
      revenue_groups: groups.revenueGroups.length,
    };
  });
}

/** What can only be told beside what waits in queues. */
async function findBesideQueues(client: ClientBase, customerId: string) {
  const { rows: links } = await client.query<LinkDelta>(LINK_ERRORS, [customerId]);
  return { links, wrongActivity: await findWrongActivity(client, customerId) };
}

/**
 * The counters of groups, after the activity that they rest on. Values are kept first: which are counted by themselves is
 * then the same in each comparison, whoever keeps further ones meanwhile.
 */
async function findGroupErrors(client: ClientBase, customerId: string) {
  const errors = async <D extends object>(text: string) =>
    (await client.query<D>(text, [customerId])).rows as readonly D[];
  await keepValues(client, await errors<GroupKey>(VALUES_OF_FACTS));
  return {
    installGroups: await errors<InstallGroupDelta>(INSTALL_GROUP_ERRORS),
    cohortGroups: await errors<CohortGroupDelta>(COHORT_GROUP_ERRORS),
    revenueGroups: await errors<RevenueGroupDelta>(REVENUE_GROUP_ERRORS),
  };
}
