import { purchaseGroupDeltas, type RevenueGroupDelta } from './groups/group-deltas.ts';
import { type CampaignRevenueDelta, type CountedPurchase, purchaseCampaignDelta } from './revenue-delta.ts';

/** What purchases change: the counters of campaigns, and those of groups. */
export interface PurchaseDeltas {
  readonly campaignRevenue: CampaignRevenueDelta[];
  readonly revenueGroups: RevenueGroupDelta[];
}

/** All that counted purchases change: `sign` 1 counts them, -1 takes back exactly what was counted. */
export function deltasOfPurchases(facts: readonly CountedPurchase[], sign: 1 | -1): PurchaseDeltas {
  return {
    campaignRevenue: facts.flatMap((fact) => purchaseCampaignDelta(fact, sign)),
    revenueGroups: facts.flatMap((fact) => purchaseGroupDeltas(fact, sign)),
  };
}
