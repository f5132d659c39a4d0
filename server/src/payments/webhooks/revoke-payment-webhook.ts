import { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findOwnWebhook } from './find-own-webhook.ts';

export const revokePaymentWebhook = accountProcedure
  .meta({
    tag: 'payments',
    summary: 'Revoke a payment webhook',
    description:
      'Revokes an active payment webhook: its deliveries are answered 404. Needs the developer role ' +
      'in its app’s team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_webhook_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const webhook = await findOwnWebhook(ctx.em, ctx.access, input.p_webhook_id, { archived: true });
    await ctx.em.transactional(async (em) => {
      const active = { id: webhook.id, state: 'active' as const };
      // Of several at once one revokes it.
      const revoked = await em.nativeUpdate(PaymentWebhook, active, { state: 'revoked' });
      if (revoked === 0) throw new AppError('CONFLICT', 'the payment webhook is already revoked');
      recordAudit(em, ctx, {
        customerId: webhook.customerId,
        action: 'revoke_payment_webhook',
        targetType: 'payment_webhook',
        targetId: webhook.id,
        details: { app_id: webhook.appId, provider: webhook.provider },
      });
    });
  });
