import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Campaign } from '@tributary/db/links/campaign.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';

export type CampaignRecord = InferEntity<typeof Campaign>;

/**
 * A campaign that a resource of this app may refer to: of the same account, and of this app or of all apps.
 *
 * @throws AppError NOT_FOUND, VALIDATION_ERROR
 */
export async function campaignForApp(
  em: EntityManager,
  access: Access,
  campaignId: string,
  app: { id: string },
): Promise<CampaignRecord> {
  const campaign = await em.findOne(Campaign, { id: campaignId, customerId: access.accountId });
  if (!campaign) throw new AppError('NOT_FOUND', 'no such campaign');
  if (campaign.appId !== null && campaign.appId !== app.id) {
    throw new AppError('VALIDATION_ERROR', 'p_campaign_id: belongs to another app');
  }
  return campaign;
}
