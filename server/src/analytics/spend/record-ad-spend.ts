import { AdSpend } from '@tributary/db/payments/ad-spend.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { isoDate } from '../../platform/http/procedures/date-argument.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { amount, currency } from './spend-arguments.ts';
import { spendItem, toSpendItem } from './spend-item.ts';
import { requireSpendOn } from './spendable-campaigns.ts';
import { storeAdSpend } from './store-ad-spend.ts';

export const recordAdSpend = accountProcedure
  .meta({
    tag: 'campaigns',
    summary: "Record a day's ad spend",
    description:
      'Records what a campaign cost on a UTC day, in major units; recording the same day and ' +
      'currency again replaces the amount. Returns what is recorded. Needs the marketer role: in ' +
      'the team of the campaign’s app, or in any team for a campaign of all apps.',
    role: 'marketer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_campaign_id: uuid, p_date: isoDate, p_amount: amount, p_currency: currency }))
  .output(spendItem)
  .mutation(({ ctx, input }) => {
    const { services } = ctx;
    const spend = {
      campaignId: input.p_campaign_id,
      date: input.p_date,
      currency: input.p_currency,
      amount: input.p_amount,
    };
    return lockAccountShared(ctx, async (em, access) => {
      await requireSpendOn(em, access, input.p_campaign_id);
      const now = services.clock();
      const [stored] = await storeAdSpend(em, access.accountId, [spend], 'dashboard', now);
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'record_ad_spend',
        targetType: 'campaign',
        targetId: input.p_campaign_id,
        details: { date: spend.date, currency: spend.currency, amount: spend.amount, before: stored?.before },
      });
      return toSpendItem(await em.findOneOrFail(AdSpend, { id: stored?.id ?? '' }));
    });
  });
