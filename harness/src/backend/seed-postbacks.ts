import { randomUUID } from 'node:crypto';
import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import type { ServiceSecrets } from '@tributary/server/platform/auth/secrets/load-secrets';
import type { Client } from 'pg';
import type { SeededApp } from './seed-apps.ts';

type App = Pick<SeededApp, 'customerId' | 'appId'>;

/** Makes a canonical config of an app directly in the database; answers with its id. */
export async function seedConfig(
  client: Client,
  secrets: ServiceSecrets,
  { customerId, appId }: App,
  { url, channel = 'influencer' }: { url: string; channel?: string },
): Promise<string> {
  const id = randomUUID();
  const secret = createKeyring(secrets).seal('ad-network-signing-secret', id, 'a-signing-secret');
  await client.query(
    `insert into ad_network_configs (id, customer_id, app_id, postback_format, channel, event_types, postback_url,
       signing_secret, created_at, updated_at)
     values ($1, $2, $3, 'canonical', $4, '{install,purchase}', $5, $6, now(), now())`,
    [id, customerId, appId, channel, url, secret],
  );
  return id;
}

/** Makes installs of an app and a delivery of each that is due, as attribution would have left them. */
export async function seedDeliveries(
  client: Client,
  { customerId, appId }: App,
  configId: string,
  count: number,
): Promise<void> {
  const app = [customerId, appId];
  await client.query(
    `insert into attributions (customer_id, attribution_id, install_id, app_id, device_id, install_kind, installed_at,
       decided_at, model, channel, click_id, confidence_score, confidence_breakdown, signals_used, reason,
       rejected_candidates)
     select $1, id, id, $2, id, 'install', now(), now(), 'click_id', 'influencer', id, 90, '{}', '[]', $3, '[]'
     from (select gen_random_uuid() as id from generate_series(1, $4::int)) fresh`,
    [...app, configId, count],
  );
  await client.query(
    `insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id,
       install_id, created_at, next_attempt_at)
     select customer_id, gen_random_uuid(), $3::uuid, app_id, 'canonical', 'install', attribution_id, install_id, now(), now()
     from attributions where customer_id = $1 and app_id = $2 and reason = $3::uuid::text`,
    [...app, configId],
  );
  await client.query(
    `insert into postback_queue (customer_id, postback_id, config_id, due_at)
     select customer_id, postback_id, config_id, now() from postbacks where customer_id = $1 and config_id = $2`,
    [customerId, configId],
  );
}

/** How many deliveries of an account there are by status. */
export async function countPostbacks(client: Client, customerId: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int from postbacks where customer_id = $1 group by status',
    [customerId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
