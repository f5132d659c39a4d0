import { flatCopy } from '../../../platform/values/memory/flat-copy.ts';

/** What an old service said of a path. */
export interface KeptAnswer {
  /** Where visits lead; null where it does not know either. */
  readonly to: string | null;
  /** Unix ms. */
  readonly until: number;
}

/** Answers of the old services of domains, in memory. */
export interface KeptAnswers {
  find(domainId: string, key: string): KeptAnswer | undefined;
  keep(domainId: string, key: string, answer: KeptAnswer): void;
}

interface OfDomain {
  readonly found: Map<string, KeptAnswer>;
  /** Apart: whoever asks for paths that nobody knows must not crowd out those that are known. */
  readonly notFound: Map<string, KeptAnswer>;
}

/** Keeps at most so many: where there is no room, the domain that has the most loses its oldest. */
export function createKeptAnswers(most: number): KeptAnswers {
  const domains = new Map<string, OfDomain>();
  let size = 0;

  function drop(domainId: string, key: string): void {
    const { found, notFound } = domains.get(domainId) ?? NOTHING;
    if (!found.delete(key) && !notFound.delete(key)) return;
    size--;
    if (found.size + notFound.size === 0) domains.delete(domainId);
  }

  function makeRoom(): void {
    let [largest, count] = ['', 0];
    for (const [domainId, { found, notFound }] of domains) {
      const own = found.size + notFound.size;
      if (own > count) [largest, count] = [domainId, own];
    }
    const { found, notFound } = domains.get(largest) ?? NOTHING;
    const oldest = (notFound.size > 0 ? notFound : found).keys().next().value;
    if (oldest !== undefined) drop(largest, oldest);
  }

  return {
    find(domainId, key) {
      const of = domains.get(domainId);
      return of?.found.get(key) ?? of?.notFound.get(key);
    },
    keep(domainId, key, answer) {
      drop(domainId, key);
      if (size >= most) makeRoom();
      const of = domains.get(domainId) ?? { found: new Map(), notFound: new Map() };
      domains.set(domainId, of);
      (answer.to === null ? of.notFound : of.found).set(flatCopy(key), answer);
      size++;
    },
  };
}

const NOTHING: OfDomain = { found: new Map(), notFound: new Map() };
