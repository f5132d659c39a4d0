import type { CountedActivity } from '../cohort-delta.ts';
import type { CountedGroups } from '../counted-groups.ts';
import { type CountedInstall, installDelta } from '../install-delta.ts';
import type { CountedPayment, CountedPurchase } from '../revenue-delta.ts';
import {
  doubleRevenueDelta,
  paymentCampaignDelta,
  purchaseCampaignDelta,
  revenueDelta,
} from '../revenue-delta.ts';
import { type GroupKey, groupKeys } from './group-key.ts';
import type { InstallGroups } from './install-groups.ts';

/** What an install adds to, or takes from, one row of install_group_counts. */
export interface InstallGroupDelta extends GroupKey {
  readonly installs: number;
  /** Those of them that a campaign brought. */
  readonly attributed: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
  readonly unscored: number;
}

/** What a device's activity adds to, or takes from, one row of cohort_group_counts. */
export interface CohortGroupDelta extends GroupKey {
  readonly day_offset: number;
  readonly devices: number;
}

/** What money adds to, or takes from, one row of revenue_group_counts. Amounts are exact decimals, as text. */
export interface RevenueGroupDelta extends GroupKey {
  /** Empty for purchases. */
  readonly provider: string;
  readonly currency: string;
  readonly payments: number;
  readonly gross: string;
  readonly refunded: string;
  readonly attributed_payments: number;
  readonly attributed: string;
  /** As of campaigns: purchases, payments net of reversals, and those that are likely the same order. */
  readonly in_app: string;
  readonly payment: string;
  readonly possible_double: string;
}

/** The changes that a counted attribution makes to its groups: `sign` 1 counts it, -1 takes it back. */
export function installGroupDeltas(fact: CountedInstall & InstallGroups, sign: 1 | -1): InstallGroupDelta[] {
  return installDelta(fact, sign).flatMap(({ customer_id, app_id, day, model, channel, ...amounts }) => {
    const groups = { ...fact, model, channel, campaign_id: fact.counted_campaign_id };
    const attributed = fact.counted_campaign_id === null ? 0 : sign;
    return groupKeys({ customer_id, app_id, day }, groups, { everywhere: true }).map((key) => ({
      ...key,
      ...amounts,
      attributed,
    }));
  });
}

/** The changes that a counted activity makes to the groups of its install. */
export function cohortGroupDeltas(fact: CountedActivity & InstallGroups, sign: 1 | -1): CohortGroupDelta[] {
  const { customer_id, app_id, cohort_day: day, day_offset } = fact;
  return groupKeys({ customer_id, app_id, day }, fact).map((key) => ({ ...key, day_offset, devices: sign }));
}

const NO_PAYMENT = {
  payments: 0,
  gross: '0',
  refunded: '0',
  attributed_payments: 0,
  attributed: '0',
} as const;
const NO_CAMPAIGN = { in_app: '0', payment: '0', possible_double: '0' } as const;

/** The changes that a counted payment or reversal makes to the groups that its row names. */
export function paymentGroupDeltas(fact: CountedPayment, sign: 1 | -1): RevenueGroupDelta[] {
  const [ofCampaign] = paymentCampaignDelta(fact, sign);
  const { in_app, payment, possible_double } = ofCampaign ?? NO_CAMPAIGN;
  return revenueDelta(fact, sign).flatMap(({ customer_id, app_id, day, ...amounts }) =>
    groupKeys({ customer_id, app_id, day }, groupsOf(fact)).map((key) => ({
      ...key,
      ...amounts,
      in_app,
      payment,
      possible_double,
    })),
  );
}

/** The same of a payment that turns out to be likely the same order as a purchase, or no more to be. */
export function doubleGroupDeltas(
  fact: Parameters<typeof doubleRevenueDelta>[0] & CountedGroups & { readonly provider: string },
  sign: 1 | -1,
): RevenueGroupDelta[] {
  return doubleRevenueDelta(fact, sign).flatMap(({ customer_id, app_id, day, currency, possible_double }) =>
    groupKeys({ customer_id, app_id, day }, groupsOf(fact)).map((key) => ({
      ...key,
      ...NO_PAYMENT,
      ...NO_CAMPAIGN,
      provider: fact.provider,
      currency,
      possible_double,
    })),
  );
}

/** The changes that a counted purchase makes to the groups that its row names. */
export function purchaseGroupDeltas(fact: CountedPurchase, sign: 1 | -1): RevenueGroupDelta[] {
  return purchaseCampaignDelta(fact, sign).flatMap(({ customer_id, app_id, day, currency, in_app }) =>
    groupKeys({ customer_id, app_id, day }, groupsOf(fact)).map((key) => ({
      ...key,
      ...NO_PAYMENT,
      ...NO_CAMPAIGN,
      provider: '',
      currency,
      in_app,
    })),
  );
}

function groupsOf(fact: CountedGroups): InstallGroups {
  return {
    country: fact.counted_country,
    app_version: fact.counted_app_version,
    os_version: fact.counted_os_version,
    device_model: fact.counted_device_model,
    channel: fact.counted_channel,
    model: fact.counted_model,
    campaign_id: fact.counted_campaign_id,
  };
}
