import type { Pool } from 'pg';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { LinkTargets } from './redirect-target.ts';

/** What following a link needs to know of it. */
export interface KnownLink extends LinkTargets {
  readonly linkId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly campaignId: string | null;
  readonly slug: string;
  readonly channel: string;
  /** False while it is paused, and while its app or account is deactivated. */
  readonly active: boolean;
}

/** Links by slug, from memory, dropped at once when they change (in any instance). */
export interface LinkDirectory {
  /** The link of a slug; null when there is none. */
  find(slug: string): KnownLink | Promise<KnownLink | null>;
}

interface LinkRow {
  id: string;
  customer_id: string;
  app_id: string;
  campaign_id: string | null;
  slug: string;
  channel: string;
  fallback_url: string;
  android_url: string | null;
  ussd_fallback: string | null;
  deep_link_path: string | null;
  active: boolean;
}

/** Changes are announced; this bounds how long a missed announcement is felt. */
const FRESH_MS = 60_000;
/** A link takes about 1 KB. */
const MAX_ENTRIES = 100_000;

const FIND_LINKS = `
  select links.id, links.customer_id, links.app_id, links.campaign_id, links.slug, links.channel, links.fallback_url,
         links.android_url, links.ussd_fallback, links.deep_link_path,
         links.active and apps.active and apps.deleted_at is null and accounts.active as active
  from links
  join apps on apps.id = links.app_id
  join accounts on accounts.id = links.customer_id
  where links.slug = any($1::text[])`;

interface DirectoryParts {
  pool: Pool;
  changes: ChangeFeed;
  /** Unix ms. */
  clock: () => number;
  /** Most links held in memory. */
  maxEntries?: number;
}

interface Entry {
  readonly link: KnownLink;
  readonly staleAt: number;
}

/** Opens the directory on a pool. Slugs that are asked for at the same time share one query. */
export function createLinkDirectory({
  pool,
  changes,
  clock,
  maxEntries = MAX_ENTRIES,
}: DirectoryParts): LinkDirectory {
  // Two generations: whatever is asked for stays, however many others pass through, and a hit moves nothing.
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();
  let asked: Map<string, Promise<KnownLink | null>> = new Map();
  let batch: Promise<ReadonlyMap<string, KnownLink>> | undefined;
  // A row read before a change must not be kept after it.
  let generation = 0;

  changes.subscribe((change) => {
    if (change.kind === 'queue') return;
    generation++;
    for (const entries of [young, old]) {
      if (change.kind === 'link') entries.delete(change.slug);
      else entries.clear();
    }
  });

  function keep(entry: Entry): void {
    if (young.size >= maxEntries / 2) {
      old = young;
      young = new Map();
    }
    young.set(entry.link.slug, entry);
  }

  function recall(slug: string): KnownLink | undefined {
    const youngEntry = young.get(slug);
    const entry = youngEntry ?? old.get(slug);
    if (entry === undefined || entry.staleAt <= clock()) return undefined;
    if (youngEntry === undefined) keep(entry);
    return entry.link;
  }

  /** Waits for the end of this turn of the loop, then looks up everything that was asked for in it. */
  async function lookUpTogether(): Promise<ReadonlyMap<string, KnownLink>> {
    await new Promise((resolve) => setImmediate(resolve));
    const slugs = [...asked.keys()];
    asked = new Map();
    batch = undefined;
    const startedAt = generation;
    const { rows } = await pool.query<LinkRow>({ name: 'find-links', text: FIND_LINKS, values: [slugs] });
    const links = rows.map(toKnownLink);
    const staleAt = clock() + FRESH_MS;
    if (generation === startedAt) for (const link of links) keep({ link, staleAt });
    return new Map(links.map((link) => [link.slug, link]));
  }

  return {
    find(slug) {
      const known = recall(slug);
      if (known !== undefined) return known;
      const already = asked.get(slug);
      if (already) return already;
      batch ??= lookUpTogether();
      const pending = batch.then((links) => links.get(slug) ?? null);
      asked.set(slug, pending);
      return pending;
    },
  };
}

function toKnownLink(row: LinkRow): KnownLink {
  return {
    linkId: row.id,
    customerId: row.customer_id,
    appId: row.app_id,
    campaignId: row.campaign_id,
    slug: row.slug,
    channel: row.channel,
    fallbackUrl: row.fallback_url,
    androidUrl: row.android_url,
    ussdFallback: row.ussd_fallback,
    deepLinkPath: row.deep_link_path,
    active: row.active,
  };
}
