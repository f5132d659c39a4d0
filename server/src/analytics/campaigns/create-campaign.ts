import { randomUUID } from 'node:crypto';
import { Campaign } from '@tributary/db/links/campaign.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { displayName, optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { channel } from '../../platform/http/procedures/channel-argument.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { campaignItem, toCampaignItem } from './campaign-item.ts';

export const createCampaign = accountProcedure
  .meta({
    tag: 'campaigns',
    summary: 'Create a campaign',
    description:
      'Creates a campaign, for one app or for all apps of the account, and returns it. Needs the ' +
      'marketer role: in the app’s team, or in any team for a campaign of all apps.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_channel'],
  })
  .input(z.strictObject({ p_name: displayName, p_channel: optional(channel), p_app_id: optional(uuid) }))
  .output(campaignItem)
  .mutation(({ ctx, input }) =>
    lockAccountShared(ctx, async (em, access) => {
      if (input.p_app_id === null) access.requireAnywhere('marketer');
      else await access.app(input.p_app_id, 'marketer');
      const campaign = em.create(Campaign, {
        id: randomUUID(),
        customerId: ctx.access.accountId,
        appId: input.p_app_id,
        name: input.p_name,
        channel: input.p_channel,
        archivedAt: null,
        createdAt: new Date(ctx.services.clock()),
      });
      recordAudit(em, ctx, {
        customerId: ctx.access.accountId,
        action: 'create_campaign',
        targetType: 'campaign',
        targetId: campaign.id,
        details: { name: input.p_name, app_id: input.p_app_id },
      });
      return toCampaignItem(campaign);
    }),
  );
