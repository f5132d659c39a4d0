import type { EntityManager } from '@mikro-orm/postgresql';
import { Domain } from '@tributary/db/links/domain.entity';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DomainRecord } from '../domain-record.ts';

/** A domain of the account. @throws AppError NOT_FOUND */
export async function findOwnDomain(
  em: EntityManager,
  accountId: string,
  host: string,
): Promise<DomainRecord> {
  const domain = await em.findOne(Domain, { customerId: accountId, host, removedAt: null });
  if (!domain) throw new AppError('NOT_FOUND', 'no such domain');
  return domain;
}
