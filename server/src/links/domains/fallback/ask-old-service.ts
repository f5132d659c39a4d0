import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';
import { addressKey } from '../../../platform/limits/address-key.ts';
import { createFairQueue, type FairQueue } from '../../../platform/limits/fair-queue.ts';
import type { KnownDomain } from '../hosts/known-domain.ts';
import type { Outside } from '../proof/outside.ts';
import { createKeptAnswers, type KeptAnswer } from './kept-answers.ts';

/** A visit to a path that is not known here. */
interface UnknownVisit {
  /** As it was requested, with its query. */
  readonly path: string;
  readonly userAgent: string | undefined;
  readonly clientAddress: string;
  /** What the old service may make a difference of, such as the visitor's platform. */
  readonly kind: string;
  /** The request is itself such a question of another service like this one. */
  readonly isAsked: boolean;
}

/** Says where visits lead that only the service knows from which a domain moved here. */
export interface OldServices {
  /** Where the visit leads; null where the domain has no such service, or that does not know either. */
  find(domain: KnownDomain, visit: UnknownVisit): Promise<string | null>;
}

interface OldServicesParts {
  readonly resolvers: Outside['resolvers'];
  /** Whether a URL may be led to from that domain. */
  readonly mayLeadTo: (url: string, domain: KnownDomain) => boolean | Promise<boolean>;
  readonly onVisit: (domain: KnownDomain, found: boolean) => void;
  readonly registry: Registry;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Tells this service, and others like it, not to ask any further: domains could be each other's resolvers. */
export const ASKED_HEADER = 'x-tributary-fallback';
const MAX_PATH = 2048;
const MAX_USER_AGENT = 512;
const FOUND_MS = 600_000;
const NOT_FOUND_MS = 60_000;
const MAX_ENTRIES = 10_000;
/** Questions of a domain at a time. Visitors beyond those who wait get the not-found page. */
const QUESTIONS = { atOnce: 20, waiting: 60, waitingPerHolder: 10 };

/** Asks old services, and remembers for minutes what they said. */
export function createOldServices({
  resolvers,
  mayLeadTo,
  onVisit,
  registry,
  clock,
}: OldServicesParts): OldServices {
  const kept = createKeptAnswers(MAX_ENTRIES);
  const asked = new Map<string, Promise<string | null>>();
  const queues = createQueuesOfDomains();
  const requests = new Counter({
    name: 'tributary_fallback_requests_total',
    help: 'Questions to the services that domains moved here from, by what became of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });

  async function ask(domain: KnownDomain, resolver: string, visit: UnknownVisit): Promise<KeptAnswer> {
    const url = `${resolver}${visit.path}`;
    const headers = {
      'user-agent': (visit.userAgent ?? 'Tributary').slice(0, MAX_USER_AGENT),
      [ASKED_HEADER]: '1',
    };
    const outcome = await resolvers.get(url, headers);
    const to = outcome.kind === 'answered' ? leadsTo(url, outcome) : null;
    const isFound = to !== null && (await mayLeadTo(to, domain));
    requests.inc({ outcome: outcome.kind !== 'answered' ? outcome.kind : isFound ? 'found' : 'not_found' });
    return { to: isFound ? to : null, until: clock() + (isFound ? FOUND_MS : NOT_FOUND_MS) };
  }

  async function enqueue(
    key: string,
    domain: KnownDomain,
    resolver: string,
    visit: UnknownVisit,
  ): Promise<string | null> {
    const release = await queues.enter(domain.id, addressKey(visit.clientAddress));
    if (release === null) {
      requests.inc({ outcome: 'refused' });
      return null;
    }
    try {
      const answer = await ask(domain, resolver, visit);
      kept.keep(domain.id, key, answer);
      return answer.to;
    } finally {
      release();
    }
  }

  function findOnce(domain: KnownDomain, resolver: string, visit: UnknownVisit): Promise<string | null> {
    // A changed resolver has none of the answers of the one before.
    const key = `${resolver} ${visit.kind} ${visit.path}`;
    const answer = kept.find(domain.id, key);
    if (answer !== undefined && clock() < answer.until) return Promise.resolve(answer.to);
    const question = `${domain.id} ${key}`;
    const already = asked.get(question);
    if (already) return already;
    const asking = enqueue(key, domain, resolver, visit).finally(() => asked.delete(question));
    asked.set(question, asking);
    return asking;
  }

  return {
    async find(domain, visit) {
      const resolver = domain.fallbackResolver;
      if (resolver === null || visit.isAsked || visit.path.length > MAX_PATH) return null;
      const to = await findOnce(domain, resolver, visit);
      onVisit(domain, to !== null);
      return to;
    },
  };
}

/** A redirect leads where it says; a page is at the old service itself. Everything else is not found. */
function leadsTo(
  url: string,
  { status, location }: { readonly status: number; readonly location: string | null },
): string | null {
  if (status === 200) return url;
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  if (!URL.canParse(location, url)) return null;
  return new URL(location, url).href;
}

/** A queue for each domain with questions, in which no address keeps out the others. */
function createQueuesOfDomains() {
  const used = new Map<string, { readonly queue: FairQueue; users: number }>();

  function leave(domainId: string): void {
    const of = used.get(domainId);
    if (of && --of.users === 0) used.delete(domainId);
  }

  return {
    /** Null where too many wait already, in all or of this address. */
    async enter(domainId: string, address: string): Promise<(() => void) | null> {
      const of = used.get(domainId) ?? { queue: createFairQueue(QUESTIONS), users: 0 };
      used.set(domainId, of);
      of.users++;
      const release = await of.queue.enter(address);
      if (release === null) leave(domainId);
      return (
        release &&
        (() => {
          release();
          leave(domainId);
        })
      );
    },
  };
}
