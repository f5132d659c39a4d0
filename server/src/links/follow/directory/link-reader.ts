import type { Pool, QueryConfig } from 'pg';
import { READ_PAGE } from '../../page-content/page-content.ts';
import { READ_SPECIAL } from '../../rules/link-special.ts';
import type { KnownLink } from './known-link.ts';
import type { LinkCache } from './link-cache.ts';

/** Reads links from the database into the cache. */
export interface LinkReader {
  /** The link of a key (platform/store/changes/link-key.ts); null if there is none. Concurrent requests share one query. */
  ask(key: string): Promise<KnownLink | null>;
  /** Reads a link again soon, in the background. */
  readSoon(key: string): void;
}

interface LinkRow {
  key: string;
  link: string;
  special: string | null;
  ios: string | null;
  page: string | null;
  strict: string | null;
}

/** How long background reads are collected, so that they share one query. */
const GATHER_MS = 100;

const LINK = `
  json_build_object(
      'linkId', links.id, 'customerId', links.customer_id, 'appId', links.app_id, 'campaignId', links.campaign_id,
      'slug', links.slug, 'channel', links.channel, 'fallbackUrl', links.fallback_url, 'androidUrl', links.android_url,
      'ussdFallback', links.ussd_fallback, 'deepLinkPath', links.deep_link_path,
      'active', links.active and apps.active and apps.deleted_at is null and accounts.active)::text as link,
      (${READ_SPECIAL})::text as special,
      case when coalesce(links.ios_url, apps.app_store_id) is not null then json_build_object(
        'url', coalesce(links.ios_url, 'https://apps.apple.com/app/id' || apps.app_store_id),
        'providerToken', apps.app_store_provider_token)::text end as ios,
      (${READ_PAGE})::text as page,
      case when apps.privacy_mode = 'strict' then 'true' end as strict`;

const OWNERS = `
  join apps on apps.id = links.app_id
  join accounts on accounts.id = links.customer_id`;

/** In ms. The longest a visitor waits for a database that hangs. */
const query_timeout = 5000;

/** On the service's own host. */
const FIND_LINKS = {
  name: 'find-links',
  text: `
    select links.slug as key, ${LINK}
    from links ${OWNERS}
    where links.domain_id is null and links.slug = any($1::text[])`,
  query_timeout,
};

/** On domains: by slug, else by a path that the link had elsewhere. */
const FIND_DOMAIN_LINKS = {
  name: 'find-domain-links',
  text: `
    select asked.domain_id || asked.path as key, ${LINK}
    from unnest($1::uuid[], $2::text[]) asked (domain_id, path)
    cross join lateral (
      select coalesce(
        (select id from links named where named.domain_id = asked.domain_id and named.slug = substr(asked.path, 2)),
        (select link_id from link_paths old where old.domain_id = asked.domain_id and old.path = asked.path)) as id
    ) found
    join links on links.id = found.id ${OWNERS}`,
  query_timeout,
};

/** Reads links from the database into the cache; those asked for at the same time are read together. */
export function createLinkReader(pool: Pool, cache: LinkCache): LinkReader {
  let asked: Map<string, Promise<KnownLink | null>> = new Map();
  let batch: Promise<ReadonlyMap<string, string>> | undefined;
  let soon = new Set<string>();

  async function read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const asked = cache.moment();
    const links = await readLinks(pool, keys);
    cache.keep(keys, links, asked);
    return links;
  }

  function readBatch(): void {
    const keys = [...soon];
    soon = new Set();
    // A link that could not be read is read again by the next visitor who needs it.
    read(keys).catch(() => undefined);
  }

  /** Waits for the end of this tick, then looks up everything requested in it. */
  async function lookUpBatch(): Promise<ReadonlyMap<string, string>> {
    await new Promise((resolve) => setImmediate(resolve));
    const keys = [...asked.keys()];
    asked = new Map();
    batch = undefined;
    return read(keys);
  }

  return {
    ask(key) {
      const already = asked.get(key);
      if (already) return already;
      batch ??= lookUpBatch();
      const pending = batch.then((links) => JSON.parse(links.get(key) ?? 'null'));
      asked.set(key, pending);
      return pending;
    },
    readSoon(key) {
      if (soon.size === 0) setTimeout(readBatch, GATHER_MS).unref();
      soon.add(key);
    },
  };
}

/** Links by what caches call them, as the database has them now, as JSON of a `KnownLink`. */
export async function readLinks(pool: Pool, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const query = async (statement: QueryConfig) => (await pool.query<LinkRow>(statement)).rows;
  const slugs = keys.filter((key) => !key.includes('/'));
  const found = await Promise.all([
    slugs.length === 0 ? [] : query({ ...FIND_LINKS, values: [slugs] }),
    slugs.length === keys.length ? [] : query({ ...FIND_DOMAIN_LINKS, values: splitKeys(keys) }),
  ]);
  return new Map(found.flat().map((row) => [row.key, toText(row)]));
}

/** The ids of domains, and the paths on them. */
function splitKeys(keys: readonly string[]): [domains: string[], paths: string[]] {
  const cuts = keys.map((key) => [key, key.indexOf('/')] as const).filter(([, at]) => at !== -1);
  return [cuts.map(([key, at]) => key.slice(0, at)), cuts.map(([key, at]) => key.slice(at))];
}

/** The link as it is cached; what only some links have is a member only of those. */
function toText({ link, special, ios, page, strict }: LinkRow): string {
  if (special === null && ios === null && page === null && strict === null) return link;
  const more = Object.entries({ special, ios, page, strict }).filter(([, text]) => text !== null);
  return `${link.slice(0, -1)}${more.map(([name, text]) => `,"${name}":${text}`).join('')}}`;
}
