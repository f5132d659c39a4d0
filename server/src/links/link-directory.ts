import type { Pool } from 'pg';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { flatCopy } from '../http/flat-copy.ts';
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

/** A link as the database writes it, which is how it is held: one text is nothing for the collector to search. */
interface LinkRow {
  slug: string;
  link: string;
}

/** Changes are announced; this bounds how long a missed announcement is felt. */
const FRESH_MS = 60_000;
/** A link that is asked for at this age is read again beside the answer, so that nobody has to wait for it later. */
const AGEING_MS = 30_000;
/** How long ageing links wait for each other, to be read together. */
const GATHER_MS = 100;
/** A link takes about 0.5 KB. */
const MAX_ENTRIES = 100_000;

const FIND_LINKS = `
  select links.slug, json_build_object(
    'linkId', links.id, 'customerId', links.customer_id, 'appId', links.app_id, 'campaignId', links.campaign_id,
    'slug', links.slug, 'channel', links.channel, 'fallbackUrl', links.fallback_url, 'androidUrl', links.android_url,
    'ussdFallback', links.ussd_fallback, 'deepLinkPath', links.deep_link_path,
    'active', links.active and apps.active and apps.deleted_at is null and accounts.active)::text as link
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
  readonly text: string;
  readAt: number;
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
  let batch: Promise<ReadonlyMap<string, string>> | undefined;
  let ageing = new Set<string>();
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

  function keep(slug: string, entry: Entry): void {
    const known = young.get(slug);
    if (known?.text === entry.text) {
      known.readAt = entry.readAt;
      return;
    }
    if (known === undefined && young.size >= maxEntries / 2) {
      old = young;
      young = new Map();
    }
    young.set(flatCopy(slug), entry);
  }

  function recall(slug: string): KnownLink | undefined {
    const youngEntry = young.get(slug);
    const entry = youngEntry ?? old.get(slug);
    if (entry === undefined) return undefined;
    const age = clock() - entry.readAt;
    if (age >= FRESH_MS) return undefined;
    if (youngEntry === undefined) keep(slug, entry);
    if (age >= AGEING_MS) readSoon(slug);
    return JSON.parse(entry.text);
  }

  function readSoon(slug: string): void {
    if (ageing.size === 0) setTimeout(readAgeing, GATHER_MS).unref();
    ageing.add(slug);
  }

  function readAgeing(): void {
    const slugs = [...ageing];
    ageing = new Set();
    // Whatever could not be read is asked for again, by somebody who waits for it then.
    read(slugs).catch(() => undefined);
  }

  /** Waits for the end of this turn of the loop, then looks up everything that was asked for in it. */
  async function lookUpTogether(): Promise<ReadonlyMap<string, string>> {
    await new Promise((resolve) => setImmediate(resolve));
    const slugs = [...asked.keys()];
    asked = new Map();
    batch = undefined;
    return read(slugs);
  }

  async function read(slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const startedAt = generation;
    const { rows } = await pool.query<LinkRow>({ name: 'find-links', text: FIND_LINKS, values: [slugs] });
    const readAt = clock();
    if (generation === startedAt) for (const { slug, link } of rows) keep(slug, { text: link, readAt });
    return new Map(rows.map(({ slug, link }) => [slug, link]));
  }

  return {
    find(slug) {
      const known = recall(slug);
      if (known !== undefined) return known;
      const already = asked.get(slug);
      if (already) return already;
      batch ??= lookUpTogether();
      const pending = batch.then((links) => JSON.parse(links.get(slug) ?? 'null'));
      asked.set(slug, pending);
      return pending;
    },
  };
}
