import type { EntityManager } from '@mikro-orm/postgresql';
import { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';

/**
 * Makes room for another active webhook of an app and provider: the one that is active, if any, is revoked. Others who
 * would make or reactivate one wait until the transaction ends.
 *
 * @returns the id of the one that was revoked, or null.
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
  // Before the next one becomes active: the database allows one at a time.
  await em.flush();
  return active.id;
}
