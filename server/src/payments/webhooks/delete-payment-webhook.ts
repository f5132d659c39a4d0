import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findOwnWebhook } from './find-own-webhook.ts';

export const deletePaymentWebhook = accountProcedure
  .meta({
    tag: 'payments',
    summary: 'Delete a payment webhook',
    description:
      'Deletes a payment webhook permanently, active or revoked, with its delivery log. What it ' +
      'recorded stays. Needs the developer role in its app’s team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_webhook_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const webhook = await findOwnWebhook(ctx.em, ctx.access, input.p_webhook_id, { archived: true });
    await ctx.em.transactional(async (em) => {
      em.remove(webhook);
      await em.execute('delete from payment_deliveries where webhook_id = ?', [webhook.id]);
      recordAudit(em, ctx, {
        customerId: webhook.customerId,
        action: 'delete_payment_webhook',
        targetType: 'payment_webhook',
        targetId: webhook.id,
        details: { app_id: webhook.appId, provider: webhook.provider, label: webhook.label },
      });
    });
  });
