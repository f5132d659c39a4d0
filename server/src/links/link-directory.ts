import type { Pool } from 'pg';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { createLinkCache } from './link-cache.ts';
import { createLinkReader } from './link-reader.ts';
import { createPatience } from './patience.ts';
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
  /**
   * The link of a slug; null when there is none. While the database does not answer, the link as it was known last
   * (link-cache.ts says what that may be); a link that is not known fails then.
   */
  find(slug: string): KnownLink | Promise<KnownLink | null>;
}

/** How long a database that does not answer keeps a visitor whose link is known. */
const PATIENCE_MS = 250;
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
  const atMost = createPatience(PATIENCE_MS);
  /** Questions that nobody waits for any more, though they are not answered. */
  let overdue = 0;

  /** What the database says; while it does not, what it said last. */
  async function askOrRecall(slug: string): Promise<KnownLink | null> {
    let answer: { link: KnownLink | null } | 'none' | undefined;
    const asking = ask(slug);
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
    // Dropped meanwhile, it has changed: only the database knows how.
    return cache.lastKnown(slug) ?? asking;
  }

  return {
    find(slug) {
      const copy = cache.fresh(slug);
      if (copy !== undefined) {
        if (copy.isAgeing) readSoon(slug);
        return JSON.parse(copy.text);
      }
      const stale = cache.lastKnown(slug);
      if (stale === undefined) return ask(slug);
      if (overdue === 0) return askOrRecall(slug);
      // The database hangs, as somebody before has found out: one question at a time is enough.
      readSoon(slug);
      return stale;
    },
  };
}
