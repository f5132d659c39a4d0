import type { EntityManager } from '@mikro-orm/postgresql';
import { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';

/**
 * Revokes the active webhook of an app and provider, if any, to make room for another. Concurrent calls wait until the
 * transaction ends.
 *
 * @returns the id of the revoked webhook, or null.
 */
export async function deactivateWebhook(
  em: EntityManager,
  appId: string,
  provider: string,
): Promise<string | null> {
  await em.execute('select id from apps where id = ? for no key update', [appId]);
  const active = await em.findOne(PaymentWebhook, { appId, provider, state: 'active' }, { refresh: true });
  if (!active) return null;
  active.state = 'revoked';
  // Before the next one becomes active: the database allows only one at a time.
  await em.flush();
  return active.id;
}
