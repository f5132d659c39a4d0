import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { notAvailableYet } from '../not-available-yet.ts';
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

/** What campaigns cost and brought. */
export const roas = defineResource({
  output: z.object({ period, campaigns: z.array(campaign) }),
  feature: 'roas',
  read: notAvailableYet('roas'),
  toTable: ({ campaigns }) => tableOf(COLUMNS, campaigns),
});
