import type { EntityManager } from '@mikro-orm/postgresql';
import { Campaign } from '@tributary/db/links/campaign.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';

/**
 * Checks that the caller may record spend for a campaign: as marketer of its app's team, or of any team for a campaign
 * of all apps.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function requireSpendOn(em: EntityManager, access: Access, campaignId: string): Promise<void> {
  const campaign = await em.findOne(Campaign, { id: campaignId, customerId: access.accountId });
  if (!campaign) throw new AppError('NOT_FOUND', 'no such campaign');
  if (campaign.appId == null) access.requireAnywhere('marketer');
  else await access.app(campaign.appId, 'marketer', { deleted: true });
}

/** A filter for the campaigns whose spend the caller may see: those of their teams' apps, and of all apps. */
export async function visibleCampaigns(access: Access) {
  return {
    customerId: access.accountId,
    $or: [{ appId: null }, { appId: { $in: await access.visibleAppIds(null) } }],
  };
}
