import type { Pool } from 'pg';
import { READ_SPECIAL } from '../rules/link-special.ts';
import type { KnownLink } from './known-link.ts';
import type { LinkCache } from './link-cache.ts';

/** Reads links from the database into the cache. */
export interface LinkReader {
  /** The link of a slug; null if there is none. Concurrent requests for slugs share one query. */
  ask(slug: string): Promise<KnownLink | null>;
  /** Reads a link again soon, in the background. */
  readSoon(slug: string): void;
}

interface LinkRow {
  slug: string;
  link: string;
  special: string | null;
  ios: string | null;
}

/** How long background reads are collected, so that they share one query. */
const GATHER_MS = 100;

const FIND_LINKS = {
  name: 'find-links',
  text: `
    select links.slug, json_build_object(
      'linkId', links.id, 'customerId', links.customer_id, 'appId', links.app_id, 'campaignId', links.campaign_id,
      'slug', links.slug, 'channel', links.channel, 'fallbackUrl', links.fallback_url, 'androidUrl', links.android_url,
      'ussdFallback', links.ussd_fallback, 'deepLinkPath', links.deep_link_path,
      'active', links.active and apps.active and apps.deleted_at is null and accounts.active)::text as link,
      (${READ_SPECIAL})::text as special,
      case when coalesce(links.ios_url, apps.app_store_id) is not null then json_build_object(
        'url', coalesce(links.ios_url, 'https://apps.apple.com/app/id' || apps.app_store_id),
        'providerToken', apps.app_store_provider_token)::text end as ios
    from links
    join apps on apps.id = links.app_id
    join accounts on accounts.id = links.customer_id
    where links.domain_id is null and links.slug = any($1::text[])`,
  /** In ms. The longest a visitor waits for a database that hangs. */
  query_timeout: 5000,
};

/** Reads links from the database into the cache; slugs asked for at the same time are read together. */
export function createLinkReader(pool: Pool, cache: LinkCache): LinkReader {
  let asked: Map<string, Promise<KnownLink | null>> = new Map();
  let batch: Promise<ReadonlyMap<string, string>> | undefined;
  let soon = new Set<string>();

  async function read(slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const askedAt = cache.changesSeen();
    const { rows } = await pool.query<LinkRow>({ ...FIND_LINKS, values: [slugs] });
    const links = new Map(rows.map((row) => [row.slug, toText(row)]));
    cache.keep(slugs, links, askedAt);
    return links;
  }

  function readBatch(): void {
    const slugs = [...soon];
    soon = new Set();
    // A link that could not be read is read again by the next visitor who needs it.
    read(slugs).catch(() => undefined);
  }

  /** Waits for the end of this turn of the event loop, then looks up everything requested in it. */
  async function lookUpBatch(): Promise<ReadonlyMap<string, string>> {
    await new Promise((resolve) => setImmediate(resolve));
    const slugs = [...asked.keys()];
    asked = new Map();
    batch = undefined;
    return read(slugs);
  }

  return {
    ask(slug) {
      const already = asked.get(slug);
      if (already) return already;
      batch ??= lookUpBatch();
      const pending = batch.then((links) => JSON.parse(links.get(slug) ?? 'null'));
      asked.set(slug, pending);
      return pending;
    },
    readSoon(slug) {
      if (soon.size === 0) setTimeout(readBatch, GATHER_MS).unref();
      soon.add(slug);
    },
  };
}

/** The link as it is cached; what only some links have is a member only of those. */
function toText({ link, special, ios }: LinkRow): string {
  if (special === null && ios === null) return link;
  const more = Object.entries({ special, ios }).filter(([, text]) => text !== null);
  return `${link.slice(0, -1)}${more.map(([name, text]) => `,"${name}":${text}`).join('')}}`;
}
