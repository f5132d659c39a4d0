import { paymentGroupDeltas, type RevenueGroupDelta } from './groups/group-deltas.ts';
import {
  type CampaignRevenueDelta,
  type CountedPayment,
  paymentCampaignDelta,
  type RevenueDelta,
  revenueDelta,
} from './revenue-delta.ts';

/** What payments and reversals change: the counters of revenue, of campaigns, and of groups. */
export interface PaymentDeltas {
  readonly revenue: RevenueDelta[];
  readonly campaignRevenue: CampaignRevenueDelta[];
  readonly revenueGroups: RevenueGroupDelta[];
}

/** All that counted payments change: `sign` 1 counts them, -1 takes back exactly what was counted. */
export function deltasOfPayments(facts: readonly CountedPayment[], sign: 1 | -1): PaymentDeltas {
  return {
    revenue: facts.flatMap((fact) => revenueDelta(fact, sign)),
    campaignRevenue: facts.flatMap((fact) => paymentCampaignDelta(fact, sign)),
    revenueGroups: facts.flatMap((fact) => paymentGroupDeltas(fact, sign)),
  };
}

/** Several of them together. */
export function joinDeltas(parts: readonly Partial<PaymentDeltas>[]): PaymentDeltas {
  return {
    revenue: parts.flatMap(({ revenue = [] }) => revenue),
    campaignRevenue: parts.flatMap(({ campaignRevenue = [] }) => campaignRevenue),
    revenueGroups: parts.flatMap(({ revenueGroups = [] }) => revenueGroups),
  };
}
