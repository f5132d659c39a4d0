import type { EntityManager } from '@mikro-orm/postgresql';
import { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { WebhookRecord } from './webhook-item.ts';

/**
 * A payment webhook that the caller may change: with the developer role in its app's team.
 *
 * @param options.archived also where that team is archived.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function findOwnWebhook(
  em: EntityManager,
  access: Access,
  webhookId: string,
  { archived = false } = {},
): Promise<WebhookRecord> {
  const webhook = await em.findOne(PaymentWebhook, { id: webhookId, customerId: access.accountId });
  if (!webhook) throw new AppError('NOT_FOUND', 'no such payment webhook');
  await access.app(webhook.appId, 'developer', { deleted: true, archived });
  return webhook;
}
