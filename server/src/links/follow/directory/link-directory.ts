import type { Pool } from 'pg';
import type { ChangeFeed } from '../../../platform/store/changes/change-feed.ts';
import { createWaitAtMost } from '../wait-at-most.ts';
import type { KnownLink } from './known-link.ts';
import { createLinkCache } from './link-cache.ts';
import { createLinkReader } from './link-reader.ts';

/** Links by key, from memory; a link is dropped at once when it changes (in any instance). */
export interface LinkDirectory {
  /**
   * The link of a key; null if there is none. While the database does not respond, the last known link (with the
   * limits described in link-cache.ts); an unknown link then fails.
   */
  find(key: string): KnownLink | Promise<KnownLink | null>;
}

/** The longest that an unresponsive database delays a visitor whose link is known. */
const MAX_WAIT_MS = 250;
/** A link takes about 0.5 KB. */
const MAX_ENTRIES = 100_000;

interface DirectoryParts {
  pool: Pool;
  changes: ChangeFeed;
  /** Unix ms. */
  clock: () => number;
  /** Most links held in memory. */
  maxEntries?: number;
}

/** Opens the directory on a pool. */
export function createLinkDirectory({
  pool,
  changes,
  clock,
  maxEntries = MAX_ENTRIES,
}: DirectoryParts): LinkDirectory {
  const cache = createLinkCache({ changes, clock, maxEntries });
  const { ask, readSoon } = createLinkReader(pool, cache);
  const atMost = createWaitAtMost(MAX_WAIT_MS);
  /** Queries that no one is waiting for any more, though they have not completed. */
  let overdue = 0;

  /** Asks the database; while it does not respond, returns the last known link. */
  async function askOrRecall(key: string): Promise<KnownLink | null> {
    let answer: { link: KnownLink | null } | 'none' | undefined;
    const asking = ask(key);
    const settled = asking.then(
      (link) => {
        answer = { link };
      },
      () => {
        answer = 'none';
      },
    );
    await atMost(settled);
    if (typeof answer === 'object') return answer.link;
    if (answer === undefined) {
      overdue++;
      void settled.then(() => overdue--);
    }
    // If it was dropped in the meantime it has changed: only the database knows how.
    return cache.lastKnown(key) ?? asking;
  }

  return {
    find(key) {
      const copy = cache.fresh(key);
      if (copy !== undefined) {
        if (copy.isAgeing) readSoon(key);
        return JSON.parse(copy.text);
      }
      const stale = cache.lastKnown(key);
      if (stale === undefined) return ask(key);
      if (overdue === 0) return askOrRecall(key);
      // An earlier visit has found the database hanging: one query at a time is enough.
      readSoon(key);
      return stale;
    },
  };
}
