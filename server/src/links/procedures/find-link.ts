import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@tributary/db/accounts/team-member.entity';
import { Link } from '@tributary/db/links/link.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';

export type LinkRecord = InferEntity<typeof Link>;

/** A link of the account, for a user with that role in its app's team. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function findLink(
  em: EntityManager,
  access: Access,
  linkId: string,
  needed: Role,
  options?: { archived?: boolean },
): Promise<LinkRecord> {
  const link = await em.findOne(Link, { id: linkId, customerId: access.accountId });
  if (!link) throw new AppError('NOT_FOUND', 'no such link');
  await access.app(link.appId, needed, options);
  return link;
}
