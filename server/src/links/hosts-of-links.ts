import type { EntityManager } from '@mikro-orm/postgresql';
import { Domain } from '@tributary/db/links/domain.entity';

/** The hosts of the domains that links are on, by the ids of the domains. */
export type HostsOfLinks = ReadonlyMap<string, string>;

/** Reads the hosts of links; those on the service's own host need none. */
export async function hostsOfLinks(
  em: EntityManager,
  links: readonly { readonly domainId?: string | null | undefined }[],
): Promise<HostsOfLinks> {
  const ids = [...new Set(links.flatMap(({ domainId }) => domainId ?? []))];
  if (ids.length === 0) return new Map();
  const domains = await em.find(Domain, { id: { $in: ids } }, { fields: ['host'] });
  return new Map(domains.map(({ id, host }) => [id, host]));
}
