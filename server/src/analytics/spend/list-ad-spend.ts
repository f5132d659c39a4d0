import { Campaign } from '@tributary/db/links/campaign.entity';
import { AdSpend } from '@tributary/db/payments/ad-spend.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { isoDate } from '../../platform/http/procedures/date-argument.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { spendItem, toSpendItem } from './spend-item.ts';
import { visibleCampaigns } from './spendable-campaigns.ts';

export const listAdSpend = accountProcedure
  .meta({
    tag: 'campaigns',
    summary: 'List ad spend',
    description:
      'Lists daily ad spend, last recorded first, for campaigns of the caller’s teams and campaigns ' +
      'of all apps.',
    role: 'viewer',
    audited: false,
    fails: [],
    shows: ['p_date_from', 'p_date_to'],
  })
  .input(
    z.strictObject({
      p_campaign_id: optional(uuid),
      p_date_from: optional(isoDate),
      p_date_to: optional(isoDate),
      ...pageArguments,
    }),
  )
  .output(listPage(spendItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const visible = await visibleCampaigns(access);
    const campaigns = await em.find(
      Campaign,
      { $and: [visible, input.p_campaign_id === null ? {} : { id: input.p_campaign_id }] },
      { fields: ['id'] },
    );
    const narrowed = {
      customerId: access.accountId,
      campaignId: { $in: campaigns.map(({ id }) => id) },
      ...(input.p_date_from !== null && { day: { $gte: input.p_date_from } }),
    };
    const until = input.p_date_to === null ? {} : { day: { $lte: input.p_date_to } };
    return readPage(
      'list_ad_spend',
      input,
      ({ after, options }) => em.find(AdSpend, { $and: [narrowed, until, after] }, options),
      toSpendItem,
    );
  });
