import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeFeed } from '../../../platform/store/changes/change-feed.ts';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import { flatCopy } from '../../../platform/values/memory/flat-copy.ts';
import type { KnownDomain } from './known-domain.ts';

interface CacheParts {
  /** Asks the database; may fail. */
  readonly read: (host: string) => Promise<KnownDomain | null>;
  readonly changes: ChangeFeed;
  /** Unix ms. */
  readonly clock: () => number;
}

interface Entry {
  readonly domain: KnownDomain | null;
  readonly readAt: number;
  /** How many changes had been seen when it was asked for. */
  readonly askedAt: number;
}

/** Less than a change waits for an instance that does not confirm it (change-feed.ts). */
const FRESH_MS = 8000;
const MOST_STALE_MS = DAY_MS;
/** The longest that an unresponsive database delays a visitor to a known domain. */
const MAX_WAIT_MS = 250;
const MAX_DOMAINS = 50_000;
/** Names that are nobody's: whoever calls the service by many of them must not crowd out those that are. */
const MAX_STRANGERS = 10_000;

/**
 * Domains by host, from memory; one is dropped as soon as it changes. While the database does not respond, the last known
 * state of a domain that is not known to have changed is used, for a day at most, as for links (link-cache.ts).
 */
export function createHostCache({ read, changes, clock }: CacheParts) {
  const entries = createEntries();
  const asked = new Map<string, Promise<KnownDomain | null>>();
  /** Hosts of which an earlier visitor found that the database does not answer. */
  const overdue = new Set<string>();
  let seen = 0;
  let freshFrom = 0;

  changes.subscribe((change) => {
    if (change.kind !== 'domain' && change.kind !== 'all') return;
    seen++;
    // Whoever asks from now on must not get an answer from before.
    asked.clear();
    if (change.kind === 'all') freshFrom = seen;
    else entries.drop(change.host);
  });

  const isFresh = ({ askedAt, readAt }: Entry) => {
    const age = clock() - readAt;
    return askedAt >= freshFrom && age >= 0 && age < FRESH_MS && changes.isListening();
  };

  async function ask(host: string): Promise<KnownDomain | null> {
    const [askedAt, readAt] = [seen, clock()];
    const domain = await read(host);
    if (askedAt === seen) entries.keep(host, { domain, readAt, askedAt });
    return domain;
  }

  function askOnce(host: string): Promise<KnownDomain | null> {
    const already = asked.get(host);
    if (already) return already;
    const asking = ask(host).finally(() => {
      overdue.delete(host);
      if (asked.get(host) === asking) asked.delete(host);
    });
    asked.set(host, asking);
    return asking;
  }

  /** Asks the database; while it does not respond, returns what was known last. */
  async function askOrRecall(host: string, last: Entry): Promise<KnownDomain | null> {
    const asking = askOnce(host);
    const answer = asking.then(
      (domain) => ({ domain }),
      () => null,
    );
    const soon = await Promise.race([
      answer,
      pause(overdue.has(host) ? 0 : MAX_WAIT_MS, null, { ref: false }),
    ]);
    if (soon !== null) return soon.domain;
    overdue.add(host);
    // Dropped in the meantime: it has changed, and only the database knows how.
    return entries.find(host) === last ? last.domain : asking;
  }

  return {
    /** The verified domain of a host, in lower case; null if there is none. */
    find(host: string): KnownDomain | null | Promise<KnownDomain | null> {
      const entry = entries.find(host);
      if (entry === undefined) return askOnce(host);
      if (isFresh(entry)) return entry.domain;
      const isUsable = entry.domain !== null && clock() - entry.readAt < MOST_STALE_MS;
      return isUsable ? askOrRecall(host, entry) : askOnce(host);
    },
  };
}

function createEntries() {
  const domains = new Map<string, Entry>();
  const strangers = new Map<string, Entry>();
  return {
    find: (host: string) => domains.get(host) ?? strangers.get(host),
    keep(host: string, entry: Entry): void {
      const isDomain = entry.domain !== null;
      const [entries, others] = isDomain ? [domains, strangers] : [strangers, domains];
      others.delete(host);
      const isFull = entries.size >= (isDomain ? MAX_DOMAINS : MAX_STRANGERS) && !entries.has(host);
      if (isFull) entries.delete(entries.keys().next().value ?? host);
      entries.set(flatCopy(host), entry);
    },
    drop(host: string): void {
      domains.delete(host);
      strangers.delete(host);
    },
  };
}
