import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createGetter } from '../../platform/net/outbound/create-getter.ts';
import { createResolver } from '../../platform/net/outbound/resolve-name.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { ChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { createOldServices, type OldServices } from './fallback/ask-old-service.ts';
import { createFallbackCounts } from './fallback/count-visits.ts';
import type { KnownDomain } from './hosts/known-domain.ts';
import { createLinkHosts, type LinkHosts } from './hosts/link-hosts.ts';
import { createTxtFinder } from './proof/find-txt.ts';
import type { Outside } from './proof/outside.ts';

/** Domains of accounts, as long as the process lives. */
export interface Domains {
  readonly hosts: LinkHosts;
  readonly oldServices: OldServices;
  readonly outside: Outside;
  /** Stores counts and closes connections to other services. */
  close(): Promise<void>;
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly outside: Outside;
    readonly oldServices: OldServices;
  }
}

interface DomainsParts {
  readonly pool: Pool;
  readonly config: Config;
  readonly changes: ChangeFeed;
  readonly registry: Registry;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Whether an old service may lead visitors of a domain to a URL. */
  readonly mayLeadTo: (hosts: LinkHosts, url: string, domain: KnownDomain) => Promise<boolean>;
  /** Takes the place of the internet. */
  readonly outside?: Outside | undefined;
}

const FILE_TIMEOUT_MS = 5000;
const FILE_BYTES = 1024;
/** A visitor waits for it. */
const RESOLVER_TIMEOUT_MS = 1000;
const RESOLVER_BYTES = 1024;

/** Opens the directory of link hosts, and what they ask of the rest of the internet. */
export function openDomains({ mayLeadTo, ...parts }: DomainsParts): Domains {
  const { pool, log, clock, registry } = parts;
  const hosts = createLinkHosts(parts);
  const { outside, close } = openOutside(parts);
  const counts = createFallbackCounts({ pool, log, clock });
  return {
    hosts,
    outside,
    oldServices: createOldServices({
      resolvers: outside.resolvers,
      mayLeadTo: (url, domain) => mayLeadTo(hosts, url, domain),
      onVisit: ({ id }, found) => counts.count(id, found),
      registry,
      clock,
    }),
    async close() {
      close();
      await counts.close();
    },
  };
}

function openOutside({ config, outside }: Pick<DomainsParts, 'config' | 'outside'>) {
  if (outside) return { outside, close: () => {} };
  const parts = { resolve: createResolver(), allowLoopback: config.allowLoopbackPostbacks };
  const files = createGetter({ ...parts, timeoutMs: FILE_TIMEOUT_MS, maxBytes: FILE_BYTES });
  const resolvers = createGetter({ ...parts, timeoutMs: RESOLVER_TIMEOUT_MS, maxBytes: RESOLVER_BYTES });
  return {
    outside: { findTxt: createTxtFinder(), files, resolvers },
    close() {
      files.close();
      resolvers.close();
    },
  };
}
