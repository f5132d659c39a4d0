import { randomBytes, randomUUID } from 'node:crypto';
import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import type { ServiceSecrets } from '@tributary/server/platform/auth/secrets/load-secrets';
import type { Client } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';

/** Where a provider's deliveries go, and the secret that signs them. */
export interface SeededWebhook {
  readonly appId: string;
  readonly secret: string;
}

/** Creates an active webhook of provider_a for each app, directly in the database. */
export async function seedWebhooks(
  client: Client,
  secrets: ServiceSecrets,
  apps: readonly SeededApp[],
): Promise<SeededWebhook[]> {
  const keyring = createKeyring(secrets);
  const webhooks: SeededWebhook[] = [];
  for (const { customerId, appId } of apps) {
    const id = randomUUID();
    const secret = `sk_${randomBytes(20).toString('hex')}`;
    await client.query(
      `insert into payment_webhooks (id, customer_id, app_id, provider, signing_secret, created_at)
       values ($1, $2, $3, 'provider_a', $4, now())`,
      [id, customerId, appId, keyring.seal('payment-webhook-secret', id, secret)],
    );
    webhooks.push({ appId, secret });
  }
  return webhooks;
}

/** Creates devices in each app that payments can name as `user-0` to `user-{devices - 1}`, installed by a campaign. */
export async function seedPayers(client: Client, devices: number): Promise<void> {
  await client.query(
    `insert into device_ids (customer_id, app_id, kind, value, device_id, first_seen_at)
     select customer_id, id, 'user_id', 'user-' || n, gen_random_uuid(), now()
     from apps cross join generate_series(0, $1::int - 1) n`,
    [devices],
  );
  await client.query(
    `insert into attributions (customer_id, attribution_id, install_id, app_id, device_id, install_kind,
       installed_at, decided_at, model, channel, campaign_id, confidence_score, confidence_breakdown, signals_used,
       reason, rejected_candidates)
     select customer_id, gen_random_uuid(), gen_random_uuid(), app_id, device_id, 'install', now() - interval '1 day',
       now(), 'click_id', 'sms', customer_id, 90, '{}', '[]', '', '[]'
     from device_ids where kind = 'user_id'`,
  );
}

/** Stores payments, spread over the apps and the last 30 days. */
export async function seedPayments(client: Client, payments: number): Promise<void> {
  await client.query(
    `insert into payments (customer_id, payment_event_id, app_id, provider, reference, key_type, event_type, amount,
       currency, received_at, user_id)
     select customer_id, gen_random_uuid(), app_id, 'provider_a', 'seeded-' || n, 'payment', 'payment', 10.5, 'NGN',
       now() - interval '30 days' * random(), 'user-' || n
     from (select customer_id, id as app_id, row_number() over (order by id) as place from apps) app
     join generate_series(1, $1::int) n on n % (select count(*) from apps) = place - 1`,
    [payments],
  );
  await client.query(
    `insert into payment_aliases (customer_id, provider, alias, payment_event_id)
     select customer_id, provider, 'reference:' || reference, payment_event_id from payments
     on conflict do nothing`,
  );
  await client.query('analyze');
}
