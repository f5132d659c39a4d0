import { Campaign } from '@tributary/db/links/campaign.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { campaignItem, toCampaignItem } from './campaign-item.ts';

export const listCampaigns = accountProcedure
  .meta({
    tag: 'campaigns',
    summary: 'List campaigns',
    description:
      'Lists campaigns, newest first: those of the caller’s teams’ apps and those of all apps. With ' +
      '`p_app_id`, those that links of that app may refer to.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_campaign_id: optional(uuid), p_app_id: optional(uuid), ...pageArguments }))
  .output(listPage(campaignItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const narrowed = {
      customerId: access.accountId,
      $or: [{ appId: null }, { appId: { $in: await access.visibleAppIds(input.p_app_id) } }],
      ...(input.p_campaign_id !== null && { id: input.p_campaign_id }),
    };
    return readPage(
      'list_campaigns',
      input,
      ({ after, options }) => em.find(Campaign, { $and: [narrowed, after] }, options),
      toCampaignItem,
    );
  });
