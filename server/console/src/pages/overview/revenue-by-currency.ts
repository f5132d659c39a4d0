import type { OutputOf } from '../../client/procedures.ts';

type Campaigns = OutputOf<'analytics.roas'>['campaigns'];
type Payments = OutputOf<'analytics.revenue'>['by_currency'];

/** What came in and what was spent, in one currency. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly revenue: number;
  readonly spend: number;
  /** Revenue of campaigns divided by their spend; null where nothing was spent. */
  readonly roas: number | null;
}

/**
 * Adds up reports by currency, the largest revenue first. Revenue is that of all campaigns, and the payments that belong
 * to none.
 */
export function revenueByCurrency(campaigns: Campaigns, payments: Payments): CurrencyTotals[] {
  const currencies = new Set([
    ...campaigns.flatMap(({ revenue, spend }) => [...Object.keys(revenue), ...Object.keys(spend)]),
    ...Object.keys(payments),
  ]);
  return [...currencies]
    .map((currency) => totalsOf(currency, campaigns, payments[currency]?.net ?? 0))
    .sort((a, b) => b.revenue - a.revenue || (a.currency < b.currency ? -1 : 1));
}

function totalsOf(currency: string, campaigns: Campaigns, paid: number): CurrencyTotals {
  const sum = (amount: (campaign: Campaigns[number]) => number | undefined) =>
    campaigns.reduce((total, campaign) => total + (amount(campaign) ?? 0), 0);
  const ofCampaigns = sum(({ revenue }) => revenue[currency]?.total);
  const paidForCampaigns = sum(({ revenue }) => revenue[currency]?.payment_revenue);
  const spend = sum((campaign) => campaign.spend[currency]);
  return {
    currency,
    revenue: ofCampaigns + paid - paidForCampaigns,
    spend,
    roas: spend === 0 ? null : ofCampaigns / spend,
  };
}
