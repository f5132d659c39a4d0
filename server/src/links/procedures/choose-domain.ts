import type { EntityManager } from '@mikro-orm/postgresql';
import { Domain } from '@tributary/db/links/domain.entity';
import { AppError } from '../../platform/errors/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { createOwnHost } from '../domains/hosts/own-host.ts';

/** A domain that links may be put on. */
export interface ChosenDomain {
  readonly id: string;
  readonly host: string;
}

/**
 * The domain that a link is put on: the one that is named, else the account's default; null for the service's own host.
 *
 * @param host "" for the service's own, as one of its names.
 * @param argument what errors call it.
 * @throws AppError NOT_FOUND, or CONFLICT while the domain is not verified.
 */
export async function chooseDomain(
  em: EntityManager,
  config: Config,
  customerId: string,
  host: string | null,
  argument = 'p_domain',
): Promise<ChosenDomain | null> {
  if (host === '' || (host !== null && createOwnHost(config)(host))) return null;
  const wanted = host === null ? { isDefault: true } : { host };
  const domain = await em.findOne(Domain, { customerId, removedAt: null, ...wanted });
  if (!domain && host === null) return null;
  if (!domain) throw new AppError('NOT_FOUND', `${argument}: no such domain`);
  if (!domain.verifiedAt) throw new AppError('CONFLICT', `${argument}: ${domain.host} is not verified`);
  return { id: domain.id, host: domain.host };
}

/** Whether something else on the domain is called as a link would be: a link that moved here with its path. */
export async function isOldPath(em: EntityManager, domainId: string, slug: string): Promise<boolean> {
  const rows = await em.execute('select 1 from link_paths where domain_id = ? and path = ?', [
    domainId,
    `/${slug}`,
  ]);
  return rows.length > 0;
}
