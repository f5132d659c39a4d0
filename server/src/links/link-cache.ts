import type { ChangeFeed } from '../changes/change-feed.ts';
import type { KnownLink } from './link-directory.ts';

/**
 * Links as they were read last, by slug: fresh ones to answer with, and stale ones for while the database is away.
 *
 * A stale copy never brings back what this instance was told is over: a link that changed is dropped, and so is any
 * that was read before a change of its app or account. What it can miss is a change made elsewhere while this instance
 * could not reach the database, which is also the only time that stale copies are for; after a day they are none.
 */
export interface LinkCache {
  /** A copy that may be answered with, as JSON, and whether it should be read again beside the answer. */
  fresh(slug: string): { readonly text: string; readonly isAgeing: boolean } | undefined;
  /** What was known last of a link, however old, as far as nothing says that it changed. */
  lastKnown(slug: string): KnownLink | undefined;
  /** To be taken before the database is asked, and handed in with the answer. */
  toldSoFar(): number;
  /** Takes in what the database says of those slugs: of some, that there is no such link. */
  keep(slugs: readonly string[], links: ReadonlyMap<string, string>, askedAt: number): void;
}

interface CacheParts {
  changes: ChangeFeed;
  /** Unix ms. */
  clock: () => number;
  /** Most links held in memory. */
  maxEntries: number;
}

/** A link as the database writes it, which is how it is held: one text is nothing for the collector to search. */
interface Entry {
  readonly text: string;
  readAt: number;
  /** How many changes had been told of when it was asked for. */
  askedAt: number;
}

/** Changes are announced; this bounds how long a missed announcement is felt. */
const FRESH_MS = 60_000;
/** A link that is asked for at this age is read again beside the answer, so that nobody has to wait for it later. */
const AGEING_MS = 30_000;
const MOST_STALE_MS = 86_400_000;
const MAX_OWNERS = 10_000;

export function createLinkCache({ changes, clock, maxEntries }: CacheParts): LinkCache {
  const entries = createGenerations(maxEntries);
  let told = 0;
  /** What was asked for before so many changes is stale. */
  let freshFrom = 0;
  /** Apps and accounts that changed, with how many changes had been told of by then. */
  const owners = new Map<string, number>();

  changes.subscribe((change) => {
    if (change.kind === 'queue') return;
    told++;
    if (change.kind === 'link') entries.drop(change.slug);
    else freshFrom = told;
    if (change.kind === 'app' || change.kind === 'account') owners.set(change.id, told);
    if (owners.size <= MAX_OWNERS) return;
    owners.clear();
    entries.clear();
  });

  const isFresh = ({ askedAt, readAt }: Entry) => askedAt >= freshFrom && clock() - readAt < FRESH_MS;
  const isSince = (id: string, { askedAt }: Entry) => askedAt >= (owners.get(id) ?? 0);

  return {
    fresh(slug) {
      const entry = entries.find(slug);
      if (entry === undefined || !isFresh(entry)) return undefined;
      return { text: entry.text, isAgeing: clock() - entry.readAt >= AGEING_MS };
    },
    lastKnown(slug) {
      const entry = entries.find(slug);
      if (entry === undefined || clock() - entry.readAt >= MOST_STALE_MS) return undefined;
      const link: KnownLink = JSON.parse(entry.text);
      return isSince(link.appId, entry) && isSince(link.customerId, entry) ? link : undefined;
    },
    toldSoFar: () => told,
    keep(slugs, links, askedAt) {
      for (const slug of slugs) {
        const text = links.get(slug);
        // What was asked for before a change may be from before it; but any stale copy is older still.
        const isCertain = askedAt === told;
        if (isCertain && text !== undefined) entries.keep(slug, { text, readAt: clock(), askedAt });
        else if (isCertain || !isFreshIn(slug)) entries.drop(slug);
      }
    },
  };

  function isFreshIn(slug: string): boolean {
    const entry = entries.find(slug);
    return entry !== undefined && isFresh(entry);
  }
}

/** Two generations: whatever is asked for stays, however many others pass through, and a hit moves nothing. */
function createGenerations(maxEntries: number) {
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();

  function keep(slug: string, entry: Entry): void {
    const known = young.get(slug);
    if (known?.text === entry.text) {
      known.readAt = entry.readAt;
      known.askedAt = entry.askedAt;
      return;
    }
    if (known === undefined && young.size >= maxEntries / 2) {
      old = young;
      young = new Map();
    }
    young.set(slug, entry);
  }

  return {
    keep,
    find(slug: string): Entry | undefined {
      const entry = young.get(slug);
      if (entry !== undefined) return entry;
      const older = old.get(slug);
      if (older !== undefined) keep(slug, older);
      return older;
    },
    drop(slug: string): void {
      young.delete(slug);
      old.delete(slug);
    },
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}
