import type { Client } from 'pg';

/**
 * Queues installs of the apps that have clicks: a third name a click in their referrer, a third have the advertising id
 * of a click, and a third share only network and device traits with one. They go directly into the database, as ingest
 * would have left them.
 */
export async function seedInstalls(client: Client, count: number): Promise<void> {
  await client.query(
    `with chosen as (
       select row_number() over () as n, * from (select * from clicks tablesample system (20) limit $1) sampled)
     insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
       sdk_version, device_key, android_id, gaid, referrer, device_model, os_name, os_version, ip_network)
     select customer_id, app_id, 'bench-' || gen_random_uuid(), 'install', now(), now(), 0, 'bench', gen_random_uuid(),
       'android-' || gen_random_uuid(), case when n % 3 = 1 then gaid end,
       case when n % 3 = 0 then 'utm_source=x&service_click_id=' || click_id end, 'SM-A155F', 'Android', '14', ip_network
     from chosen`,
    [count],
  );
  await client.query(
    `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
     select customer_id, app_id, event_id, 'install', received_at from events where event_id like 'bench-%'
     on conflict do nothing`,
  );
  await client.query('vacuum analyze events, event_queue');
}

/** Forgets them and all that followed from them, configs of ad networks included. */
export async function forgetInstalls(client: Client): Promise<void> {
  await client.query('truncate events, event_queue, attributions, installs, device_ids, activity_queue');
  await client.query('truncate postbacks, postback_queue, postback_attempts, ad_network_configs');
  await client.query('truncate fraud_reviews, fraud_flags, install_signals, credit_queue');
}
