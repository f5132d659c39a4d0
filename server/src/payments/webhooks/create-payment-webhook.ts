import { randomBytes, randomUUID } from 'node:crypto';
import { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { displayName, optional, text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { providerName, providerNamed } from '../providers/providers.ts';
import { deactivateWebhook } from './deactivate-webhook.ts';
import { webhookPath } from './webhook-item.ts';

/** Pasted with a space or a line break around it, it would never fit: HTTP strips those from a header. */
const secret = text(500).pipe(z.string().trim().min(8, 'must be 8 characters or more'));

export const createPaymentWebhook = accountProcedure
  .meta({
    tag: 'payments',
    summary: 'Create a payment webhook',
    description:
      'Creates the webhook that a payment provider delivers an app’s events to, and revokes the ' +
      'active one of the same app and provider, if any. Needs the developer role in the app’s team. ' +
      '`p_secret` is the secret from the provider’s own dashboard. For the generic provider the ' +
      'service generates one, which `signing_secret` returns only this once; it is null for the ' +
      'others. `webhook_url` is a path: prefix it with the API base URL.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_label'],
  })
  .input(
    z.strictObject({
      p_app_id: uuid,
      p_provider: providerName,
      p_label: optional(displayName),
      p_secret: optional(secret),
    }),
  )
  .output(
    z.object({
      id: z.uuid(),
      provider: providerName,
      signing_secret: z.string().nullable(),
      webhook_url: z.string(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    await ctx.access.app(input.p_app_id, 'developer');
    const issued = issueSecret(input.p_provider, input.p_secret);
    const id = randomUUID();
    const webhook = { id, appId: input.p_app_id, provider: input.p_provider, label: input.p_label };
    const plaintext = issued ?? input.p_secret ?? '';
    await lockAccountShared(ctx, async (em, access) => {
      const app = await access.app(input.p_app_id, 'developer');
      const replaced = await deactivateWebhook(em, app.id, input.p_provider);
      em.create(PaymentWebhook, {
        ...webhook,
        customerId: app.customerId,
        signingSecret: ctx.services.keyring.seal('payment-webhook-secret', id, plaintext),
        state: 'active',
        createdAt: new Date(ctx.services.clock()),
      });
      recordAudit(em, ctx, {
        customerId: app.customerId,
        action: 'create_payment_webhook',
        targetType: 'payment_webhook',
        targetId: id,
        details: { app_id: app.id, provider: input.p_provider, label: input.p_label, replaced },
      });
    });
    return { id, provider: input.p_provider, signing_secret: issued, webhook_url: webhookPath(webhook) };
  });

/**
 * The secret generated for a provider that is issued one; null for one with its own. @throws AppError VALIDATION_ERROR
 */
function issueSecret(provider: string, given: string | null): string | null {
  if (providerNamed(provider)?.secret === 'issued') {
    if (given === null) return randomBytes(32).toString('hex');
    throw new AppError(
      'VALIDATION_ERROR',
      `p_secret: must be left out: the service generates the secret for ${provider}`,
    );
  }
  if (given !== null) return null;
  throw new AppError(
    'VALIDATION_ERROR',
    `p_secret: is required: the secret from the dashboard of ${provider}`,
  );
}
