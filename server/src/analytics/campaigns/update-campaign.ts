import { Campaign } from '@tributary/db/links/campaign.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { displayName, optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { channel } from '../../platform/http/procedures/channel-argument.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { campaignItem, toCampaignItem } from './campaign-item.ts';

export const updateCampaign = accountProcedure
  .meta({
    tag: 'campaigns',
    summary: 'Change a campaign',
    description:
      'Renames a campaign, sets the default channel of its new links, or archives it. Null leaves a ' +
      'value unchanged. Returns the campaign. Needs the marketer role: in its app’s team, or in any ' +
      'team for a campaign of all apps.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_name'],
  })
  .input(
    z.strictObject({
      p_campaign_id: uuid,
      p_name: optional(displayName),
      p_channel: optional(channel),
      p_archived: optional(z.boolean('must be true or false')),
    }),
  )
  .output(campaignItem)
  .mutation(async ({ ctx, input }) => {
    const { em, access, services } = ctx;
    const campaign = await em.findOne(Campaign, { id: input.p_campaign_id, customerId: access.accountId });
    if (!campaign) throw new AppError('NOT_FOUND', 'no such campaign');
    if (campaign.appId == null) access.requireAnywhere('marketer');
    else await access.app(campaign.appId, 'marketer');
    await em.transactional(async (tx) => {
      tx.assign(campaign, {
        ...(input.p_name !== null && { name: input.p_name }),
        ...(input.p_channel !== null && { channel: input.p_channel }),
        ...(input.p_archived !== null && {
          archivedAt: input.p_archived ? new Date(services.clock()) : null,
        }),
      });
      recordAudit(tx, ctx, {
        customerId: access.accountId,
        action: 'update_campaign',
        targetType: 'campaign',
        targetId: campaign.id,
        details: { name: input.p_name, channel: input.p_channel, archived: input.p_archived },
      });
    });
    return toCampaignItem(campaign);
  });
