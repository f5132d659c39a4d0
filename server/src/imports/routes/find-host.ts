import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../errors.ts';

interface DomainRow {
  readonly id: string;
  readonly host: string;
  readonly verified: boolean;
}

const FIND = `
  select id, host, verified_at is not null as verified from domains
  where customer_id = ? and removed_at is null and (host = ? or (?::text is null and is_default))`;

/**
 * The domain that links are moved to: the one that is named, else the account's default; null for the service's own host.
 *
 * @throws AppError NOT_FOUND, or CONFLICT while it is not verified
 */
export async function findHost(
  em: EntityManager,
  customerId: string,
  host: string | null,
): Promise<DomainRow | null> {
  const named = host?.toLowerCase() ?? null;
  const [domain] = await em.execute<DomainRow[]>(FIND, [customerId, named, named]);
  if (domain === undefined && named === null) return null;
  if (domain === undefined) throw new AppError('NOT_FOUND', 'domain: no such domain');
  if (!domain.verified) throw new AppError('CONFLICT', 'domain: is not verified');
  return domain;
}
