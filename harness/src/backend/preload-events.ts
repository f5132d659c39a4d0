import type { Client } from 'pg';
import type { SeededApp } from './seed-apps.ts';

/** What `uuidv7` would give, which PostgreSQL before 18 does not have: event ids of SDKs are in the order of time. */
const AT = `lpad(to_hex((extract(epoch from clock_timestamp() - make_interval(secs => $2::int * 86400 / 30)) * 1000)::bigint), 12, '0')`;
const EVENT_ID = `left(${AT}, 8) || '-' || right(${AT}, 4) || '-7' || substr(gen_random_uuid()::text, 16)`;

const PRELOAD = `
  insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp, sent_at,
    age_ms, sdk_version, device_key, installation_id, device_model, os_name, os_version, app_version,
    screen_resolution, ip_network, event_properties)
  select app.customer_id, app.app_id, ${EVENT_ID}, 'open',
    now() - interval '1 day', now() - interval '1 day', 1767225600000, 1767225600000, 4000, 'js-1.0.0', gen_random_uuid(),
    gen_random_uuid(), 'SM-A155F', 'Android', '14', '3.2.1', '1080x2340', '10.0.0.0/24',
    '{"screen":"product","position":17,"label":"Wireless headphones, black"}'
  from generate_series(1, $3::int) as n
  join rows from (json_to_recordset($1::json) as (customer_id uuid, app_id uuid)) with ordinality
    as app (customer_id, app_id, at) on app.at = n % json_array_length($1::json) + 1`;

const PORTION = 200_000;

/** Stores that many past events, spread over the apps, as ingest would have left them. */
export async function preloadEvents(
  client: Client,
  apps: readonly SeededApp[],
  events: number,
): Promise<void> {
  const list = JSON.stringify(
    apps.map(({ customerId, appId }) => ({ customer_id: customerId, app_id: appId })),
  );
  const portions = Math.ceil(events / PORTION);
  for (let portion = 0; portion < portions; portion++) {
    await client.query(PRELOAD, [list, portions - portion, Math.min(PORTION, events - portion * PORTION)]);
  }
  await client.query('vacuum analyze events');
}
