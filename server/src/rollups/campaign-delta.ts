import type { CountedInstall } from './install-delta.ts';
import { sumDeltas } from './sum-deltas.ts';

/** What an attributed install adds to, or takes from, one row of campaign_counts. */
export interface CampaignDelta {
  readonly customer_id: string;
  readonly app_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  readonly campaign_id: string;
  readonly installs: number;
}

/** The change that a counted attribution makes to its campaign: `sign` 1 counts it, -1 takes it back. */
export function campaignDelta(fact: CountedInstall, sign: 1 | -1): CampaignDelta[] {
  const { customer_id, app_id, counted_day, counted_campaign_id } = fact;
  if (counted_day === null || counted_campaign_id === null) return [];
  return [{ customer_id, app_id, day: counted_day, campaign_id: counted_campaign_id, installs: sign }];
}

/** One change for each row of campaign_counts; none that comes to nothing. */
export function sumCampaignDeltas(deltas: readonly CampaignDelta[]): CampaignDelta[] {
  return sumDeltas(deltas, ['customer_id', 'app_id', 'day', 'campaign_id'], ['installs']);
}
