import { z } from 'zod';
import type { CampaignRecord } from './campaign-for-app.ts';

/** A campaign as procedures return it. Times are Unix ms. */
export const campaignItem = z.object({
  id: z.uuid(),
  app_id: z.uuid().nullable().describe('The app; null for a campaign of all apps of the account.'),
  name: z.string(),
  channel: z.string().nullable(),
  archived: z.boolean(),
  created_at: z.int(),
});

/** A campaign as procedures return it. */
export function toCampaignItem(campaign: CampaignRecord): z.input<typeof campaignItem> {
  return {
    id: campaign.id,
    app_id: campaign.appId ?? null,
    name: campaign.name,
    channel: campaign.channel ?? null,
    archived: campaign.archivedAt != null,
    created_at: campaign.createdAt.getTime(),
  };
}
