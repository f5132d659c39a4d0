import type { InferEntity } from '@mikro-orm/core';
import type { AdSpend } from '@tributary/db/payments/ad-spend.entity';
import { z } from 'zod';
import { money, toMoney } from '../../platform/values/money/money.ts';

export type SpendRecord = InferEntity<typeof AdSpend>;

/** What a campaign cost on a UTC day. Times are Unix ms. */
export const spendItem = z.object({
  id: z.uuid(),
  campaign_id: z.uuid(),
  date: z.iso.date(),
  currency: z.string(),
  amount: money,
  source: z.string().describe('Where the amount came from: `dashboard`, or the source of an upload.'),
  created_at: z.int(),
  updated_at: z.int(),
});

/** Ad spend as procedures return it: the amount in major units, as its currency is written. */
export function toSpendItem(spend: SpendRecord): z.output<typeof spendItem> {
  return {
    id: spend.id,
    campaign_id: spend.campaignId,
    date: spend.day,
    currency: spend.currency,
    amount: toMoney(spend.amount, spend.currency),
    source: spend.source,
    created_at: spend.createdAt.getTime(),
    updated_at: spend.updatedAt.getTime(),
  };
}
