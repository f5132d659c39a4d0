import type { Pool } from 'pg';

/** A webhook that accepts deliveries. */
export interface ActiveWebhook {
  readonly id: string;
  readonly customer_id: string;
  readonly app_id: string;
  /** Encrypted; see secrets/keyring.ts. */
  readonly signing_secret: string;
}

const FIND = `
  select payment_webhooks.id, payment_webhooks.customer_id, payment_webhooks.app_id, payment_webhooks.signing_secret
  from payment_webhooks
  join apps on apps.id = payment_webhooks.app_id
  join accounts on accounts.id = apps.customer_id
  where payment_webhooks.app_id = $1 and payment_webhooks.provider = $2 and payment_webhooks.state = 'active'
    and apps.active and apps.deleted_at is null and accounts.active`;

/** Finds the active webhook of an app and provider; none if the app or its account is inactive or deleted. */
export async function findWebhook(
  pool: Pool,
  appId: string,
  provider: string,
): Promise<ActiveWebhook | undefined> {
  const { rows } = await pool.query<ActiveWebhook>({
    name: 'find-payment-webhook',
    text: FIND,
    values: [appId, provider],
  });
  return rows[0];
}
