import type { Client } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';

interface SeedParts {
  readonly client: Client;
  readonly apps: readonly SeededApp[];
  readonly count: number;
  readonly prefix: string;
  /** Of their landing pages; none without. */
  readonly title?: string;
  /** Their domains, one of each app in turn; the service's own host without. */
  readonly domains?: readonly string[];
}

/** Makes a verified domain for each app, and returns the hosts and their ids. */
export async function seedDomains(client: Client, apps: readonly SeededApp[]) {
  const { rows } = await client.query<{ id: string; host: string }>(
    `insert into domains (id, customer_id, host, proof, proven_by, verified_at, created_at, updated_at)
     select gen_random_uuid(), "customerId", 'go' || n || '.example.com', 'proof-' || n, 'txt', now(), now(), now()
     from rows from (json_to_recordset($1::json) as ("customerId" uuid)) with ordinality app ("customerId", n)
     order by n
     returning id, host`,
    [JSON.stringify(apps)],
  );
  return rows;
}

/** Creates links directly in the database, spread over the apps, and returns their slugs. */
export async function seedLinks({
  client,
  apps,
  count,
  prefix,
  title,
  domains,
}: SeedParts): Promise<string[]> {
  await client.query(
    `insert into links (id, customer_id, app_id, domain_id, slug, fallback_url, android_url, channel, title, created_at, updated_at)
     select gen_random_uuid(), app.customer_id, app.app_id, ($6::uuid[])[n % $4 + 1], $2 || n, 'https://example.com/landing',
       'https://play.google.com/store/apps/details?id=com.example.app', 'influencer', $5, now(), now()
     from generate_series(0, $3 - 1) n
     join (select row_number() over () - 1 as at, * from json_to_recordset($1::json)
             as app ("customerId" uuid, "appId" uuid)) numbered on numbered.at = n % $4,
       lateral (select "customerId" as customer_id, "appId" as app_id) app`,
    [JSON.stringify(apps), prefix, count, apps.length, title ?? null, domains ?? null],
  );
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
}

/**
 * Stores clicks of the last six days directly in the database: on all links, each with an advertising id, from 50,000
 * networks.
 */
export async function seedClicks(client: Client, count: number): Promise<void> {
  await client.query(
    'create temp table numbered_links as select row_number() over () - 1 as at, * from links',
  );
  await client.query('create index on numbered_links (at)');
  await client.query('analyze numbered_links');
  await client.query(
    `insert into clicks (customer_id, click_id, app_id, link_id, channel, source, clicked_at, recorded_at, gaid,
       ip_network, user_agent, device_model, os_name, os_version)
     select link.customer_id, gen_random_uuid(), link.app_id, link.id, link.channel, 'link', clicked, clicked,
       'gaid-' || n, ('20.' || (n / 256 % 196) || '.' || (n % 256) || '.0/24')::cidr,
       'Mozilla/5.0 (Linux; Android 14; SM-A155F)', 'SM-A155F', 'Android', '14'
     from generate_series(1, $1::int) n
     join numbered_links link on link.at = n % (select count(*) from numbered_links),
       lateral (select now() - random() * interval '6 days' as clicked) moment`,
    [count],
  );
  await client.query('drop table numbered_links');
  await client.query('vacuum analyze clicks');
  await client.query('analyze links');
}
