import { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { readActivity } from './read-activity.ts';
import { toWebhookItem, type WebhookRecord, webhookItem } from './webhook-item.ts';

export const listPaymentWebhooks = accountProcedure
  .meta({
    tag: 'payments',
    summary: 'List payment webhooks',
    description:
      'Lists the payment webhooks of the apps of the caller’s teams, newest first, each with its ' +
      'last use and its last 50 deliveries; never a secret or a payload.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_app_id: optional(uuid), p_webhook_id: optional(uuid), ...pageArguments }))
  .output(listPage(webhookItem))
  .query(async ({ ctx, input }) => {
    const { em, access, services } = ctx;
    const narrowed = {
      customerId: access.accountId,
      appId: { $in: await access.visibleAppIds(input.p_app_id) },
      ...(input.p_webhook_id !== null && { id: input.p_webhook_id }),
    };
    const page = await readPage(
      'list_payment_webhooks',
      input,
      ({ after, options }) => em.find(PaymentWebhook, { $and: [narrowed, after] }, options),
      (webhook: WebhookRecord) => webhook,
    );
    const activityOf = await readActivity(
      services.workPool,
      page.items.map(({ id }) => id),
    );
    return { ...page, items: page.items.map((webhook) => toWebhookItem(webhook, activityOf(webhook.id))) };
  });
