import type { Pool } from 'pg';
import type { Config } from '../../../platform/settings/config.ts';
import type { ChangeFeed } from '../../../platform/store/changes/change-feed.ts';
import { canBeDomain, nameOfHost } from '../host-name.ts';
import { createHostCache } from './host-cache.ts';
import type { KnownDomain } from './known-domain.ts';
import { createOwnHost } from './own-host.ts';

/** The hosts that links are followed on. */
export interface LinkHosts {
  /** Whether a Host header names the service itself. */
  isOwn(header: string): boolean;
  /** The verified domain that a Host header names; null if there is none. */
  find(header: string): KnownDomain | null | Promise<KnownDomain | null>;
}

declare module '../../../platform/services.ts' {
  interface Services {
    readonly hosts: LinkHosts;
  }
}

interface HostsParts {
  readonly pool: Pool;
  readonly config: Pick<Config, 'publicUrl' | 'host' | 'port'>;
  readonly changes: ChangeFeed;
  /** Unix ms. */
  readonly clock: () => number;
}

const FIND = {
  name: 'find-domain',
  text: `
    select id, customer_id as "customerId", host, fallback_resolver as "fallbackResolver",
      case when proven_by = 'file' then proof end as "fileProof",
      exists (select 1 from link_paths where domain_id = domains.id and path like '%?%') as "hasQueryPaths"
    from domains where host = $1 and verified_at is not null`,
  /** In ms. The longest a visitor waits for a database that hangs. */
  query_timeout: 5000,
};

/** Opens the directory of verified domains. One that is removed, or loses its proof, is gone at once in every instance. */
export function createLinkHosts({ pool, config, changes, clock }: HostsParts): LinkHosts {
  const read = async (host: string) => {
    const { rows } = await pool.query<KnownDomain>({ ...FIND, values: [host] });
    return rows[0] ?? null;
  };
  const cache = createHostCache({ read, changes, clock });
  return {
    isOwn: createOwnHost(config),
    find(header) {
      const host = nameOfHost(header);
      return canBeDomain(host) ? cache.find(host) : null;
    },
  };
}
