import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiKey } from '@tributary/db/apps/api-key.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';

/**
 * An SDK key that the caller may change: with the developer role in its app's team. @throws AppError NOT_FOUND,
 * FORBIDDEN
 */
export async function findKey(em: EntityManager, access: Access, keyId: string) {
  const key = await em.findOne(ApiKey, { id: keyId, customerId: access.accountId });
  if (!key) throw new AppError('NOT_FOUND', 'no such key');
  await access.app(key.appId, 'developer', { deleted: true, archived: true });
  return key;
}
