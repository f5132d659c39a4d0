import type { EntityManager } from '@mikro-orm/postgresql';
import { Domain } from '@tributary/db/links/domain.entity';
import type { Config } from '../../platform/settings/config.ts';
import { createOwnHost } from '../domains/hosts/own-host.ts';

/** A domain of an account. */
export interface AccountDomain {
  readonly id: string;
  readonly host: string;
  readonly isVerified: boolean;
}

/** The domains of an account, to put links on. */
export interface AccountDomains {
  readonly ids: readonly string[];
  /** The domain of a link that names it, or none: then the default. Null for the service's own host, which "" is too. */
  of(host: string | null): AccountDomain | null | undefined;
}

/** Reads all domains of an account: a file may have links on each. */
export async function readDomains(
  em: EntityManager,
  config: Config,
  customerId: string,
): Promise<AccountDomains> {
  const rows = await em.find(Domain, { customerId, removedAt: null });
  const byHost = new Map(
    rows.map(({ id, host, verifiedAt }) => [host, { id, host, isVerified: verifiedAt != null }]),
  );
  const usual = byHost.get(rows.find(({ isDefault }) => isDefault)?.host ?? '') ?? null;
  const isOwn = createOwnHost(config);
  return {
    ids: rows.map(({ id }) => id),
    of(host) {
      if (host === null) return usual;
      return host === '' || isOwn(host) ? null : byHost.get(host);
    },
  };
}
