import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { deactivateWebhook } from './deactivate-webhook.ts';
import { findOwnWebhook } from './find-own-webhook.ts';

export const reactivatePaymentWebhook = accountProcedure
  .meta({
    tag: 'payments',
    summary: 'Reactivate a payment webhook',
    description:
      'Reactivates a revoked payment webhook with its previous secret; another active one of the ' +
      'same app and provider is revoked. Needs the developer role in its app’s team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_webhook_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    await lockAccountShared(ctx, async (em, access) => {
      const webhook = await findOwnWebhook(em, access, input.p_webhook_id);
      const { appId, provider } = webhook;
      const replaced = await deactivateWebhook(em, appId, provider);
      if (replaced === webhook.id) throw new AppError('CONFLICT', 'the payment webhook is already active');
      webhook.state = 'active';
      recordAudit(em, ctx, {
        customerId: webhook.customerId,
        action: 'reactivate_payment_webhook',
        targetType: 'payment_webhook',
        targetId: webhook.id,
        details: { app_id: appId, provider, replaced },
      });
    });
  });
