import { randomFor } from '@tributary/server/testing/random';
import { CURRENCY } from '../story/plan-life.ts';
import type { Shop } from '../story/plan-shop.ts';
import type { OpenShop } from './set-up-shop.ts';

export interface SpendDay {
  /** ISO date, UTC. */
  readonly date: string;
  /** Installs that the campaigns were expected to bring on that day, all together. */
  readonly installs: number;
  readonly seed: number;
}

/** Uploads what the campaigns cost on a day; returns the sum in cents. */
export async function recordSpend(
  { owner, campaigns }: OpenShop,
  shop: Shop,
  { date, installs, seed }: SpendDay,
): Promise<number> {
  const rows = shop.links
    .filter(({ costPerInstall }) => costPerInstall > 0)
    .map(({ campaign, costPerInstall, share }) => {
      const random = randomFor(seed, 'spend', date, campaign);
      const cents = Math.round(installs * share * costPerInstall * random.between(0.8, 1.25));
      return { id: campaigns.get(campaign), cents };
    });
  const lines = rows.map(({ id, cents }) => `${id},${date},${(cents / 100).toFixed(2)},${CURRENCY}`);
  await owner.rpc('upload_ad_spend', {
    p_source: 'csv',
    p_data: ['campaign_id,date,amount,currency', ...lines].join('\n'),
  });
  return rows.reduce((sum, { cents }) => sum + cents, 0);
}
