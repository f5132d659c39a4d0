import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { period } from '../../rollups/period.ts';
import { defineResource } from '../resource.ts';
import { tableOf } from '../table.ts';

const campaign = z.object({
  campaign_id: z.uuid(),
  name: z.string(),
  channel: z.string().nullable(),
  attributed_installs: z.int(),
  revenue: z.record(
    z.string(),
    z.object({ in_app_revenue: z.number(), payment_revenue: z.number(), total: z.number() }),
  ),
  spend: z.record(z.string(), z.number()),
  roas_by_currency: z.record(z.string(), z.number().nullable()),
  /** Null unless all spend is in one currency. */
  roas: z.number().nullable(),
});

const COLUMNS = Object.keys(campaign.shape) as (keyof z.output<typeof campaign>)[];

/**
 * What campaigns cost and brought. Purchases are accepted but not counted yet: until they are, it says so rather than
 * show campaigns without the revenue that they had.
 */
export const roas = defineResource({
  output: z.object({ period, campaigns: z.array(campaign) }),
  feature: 'roas',
  read: async () => {
    throw new AppError('NOT_FOUND', 'roas cannot be told yet: purchases and spend are not counted');
  },
  toTable: ({ campaigns }) => tableOf(COLUMNS, campaigns),
});
