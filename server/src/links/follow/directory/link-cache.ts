import type { ChangeFeed } from '../../../platform/store/changes/change-feed.ts';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import { flatCopy } from '../../../platform/values/memory/flat-copy.ts';
import type { KnownLink } from './known-link.ts';

/**
 * Links as last read, by key: fresh ones to answer with, and stale ones for when the database is unreachable.
 *
 * A stale copy never restores what this instance knows to have changed: a changed link is dropped, and so is any link
 * that was read before a change to its app or account. It can only miss a change made elsewhere while this instance
 * could not reach the database, which is also the only time when stale copies are used; after a day they are not.
 */
export interface LinkCache {
  /** A copy to answer with, as JSON, and whether it should be read again in the background. */
  fresh(key: string): { readonly text: string; readonly isAgeing: boolean } | undefined;
  /** The last known state of a link, however old, unless it is known to have changed. */
  lastKnown(key: string): KnownLink | undefined;
  /** The moment: to be noted before querying the database, and passed to `keep` with the result. */
  moment(): Moment;
  /** Caches the result of a query for these keys; a key missing from `links` does not exist. */
  keep(keys: readonly string[], links: ReadonlyMap<string, string>, asked: Moment): void;
}

interface Moment {
  /** Unix ms. */
  readonly at: number;
  /** How many changes had been seen. */
  readonly changes: number;
}

interface CacheParts {
  changes: ChangeFeed;
  /** Unix ms. */
  clock: () => number;
  /** The most links held in memory. */
  maxEntries: number;
}

/** A link, kept as the JSON text from the database: a single string is cheap for the garbage collector. */
interface Entry {
  readonly text: string;
  readAt: number;
  /** How many changes had been seen when it was queried. */
  askedAt: number;
}

/**
 * Changes are announced, and nothing is fresh while they are not heard. This bounds the effect of one that is missed; it
 * is less than a change waits for an instance that does not confirm it (change-feed.ts).
 */
const FRESH_MS = 8000;
/** A link requested at this age is read again in the background, so that no visitor has to wait for it later. */
const AGEING_MS = 4000;
const MOST_STALE_MS = DAY_MS;
const MAX_OWNERS = 10_000;

/** An empty cache of at most `maxEntries` links, which drops what a change makes stale. */
export function createLinkCache({ changes, clock, maxEntries }: CacheParts): LinkCache {
  const entries = createGenerations(maxEntries);
  let seen = 0;
  /** Entries queried before this many changes are stale. */
  let freshFrom = 0;
  /** Apps and accounts that changed, with the number of changes seen at that time. */
  const owners = new Map<string, number>();

  changes.subscribe((change) => {
    if (change.kind === 'queue' || change.kind === 'devices' || change.kind === 'domain') return;
    seen++;
    if (change.kind === 'link') entries.drop(change.key);
    else freshFrom = seen;
    if (change.kind === 'app' || change.kind === 'account') owners.set(change.id, seen);
    if (owners.size <= MAX_OWNERS) return;
    owners.clear();
    entries.clear();
  });

  const isFresh = ({ askedAt, readAt }: Entry) => {
    const age = clock() - readAt;
    // An age below 0: the clock was set back, and would call it fresh for too long.
    return askedAt >= freshFrom && age >= 0 && age < FRESH_MS && changes.isListening();
  };
  const isSince = (id: string, { askedAt }: Entry) => askedAt >= (owners.get(id) ?? 0);

  return {
    fresh(key) {
      const entry = entries.find(key);
      if (entry === undefined || !isFresh(entry)) return undefined;
      return { text: entry.text, isAgeing: clock() - entry.readAt >= AGEING_MS };
    },
    lastKnown(key) {
      const entry = entries.find(key);
      if (entry === undefined || clock() - entry.readAt >= MOST_STALE_MS) return undefined;
      const link: KnownLink = JSON.parse(entry.text);
      return isSince(link.appId, entry) && isSince(link.customerId, entry) ? link : undefined;
    },
    moment: () => ({ at: clock(), changes: seen }),
    keep(keys, links, { at: readAt, changes: askedAt }) {
      for (const key of keys) {
        const text = links.get(key);
        // An answer queried before a change may predate it; but any stale copy is older still.
        const isCertain = askedAt === seen;
        if (isCertain && text !== undefined) entries.keep(key, { text, readAt, askedAt });
        else if (isCertain || !isFreshIn(key)) entries.drop(key);
      }
    },
  };

  function isFreshIn(key: string): boolean {
    const entry = entries.find(key);
    return entry !== undefined && isFresh(entry);
  }
}

/** Two generations: whatever is requested stays, however many others pass through, and a hit moves nothing. */
function createGenerations(maxEntries: number) {
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();

  function keep(key: string, entry: Entry): void {
    const known = young.get(key);
    if (known?.text === entry.text) {
      known.readAt = entry.readAt;
      known.askedAt = entry.askedAt;
      return;
    }
    if (known === undefined && young.size >= maxEntries / 2) {
      old = young;
      young = new Map();
    }
    young.set(flatCopy(key), entry);
  }

  return {
    keep,
    find(key: string): Entry | undefined {
      const entry = young.get(key);
      if (entry !== undefined) return entry;
      const older = old.get(key);
      if (older !== undefined) keep(key, older);
      return older;
    },
    drop(key: string): void {
      young.delete(key);
      old.delete(key);
    },
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}
