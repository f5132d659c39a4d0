import type { EntityManager } from '@mikro-orm/postgresql';
import { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { networkOf } from '../networks/networks.ts';
import type { ConfigRecord } from './config-item.ts';

/**
 * Requires the right to configure what is sent of an app, or for null of all apps: the developer role in the app's team,
 * or in the account's default team.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function requireDeveloper(
  access: Access,
  appId: string | null,
  options: { deleted?: boolean; archived?: boolean } = {},
): Promise<void> {
  if (appId === null) access.team(null, 'developer');
  else await access.app(appId, 'developer', options);
}

/**
 * A config that the caller may change, with its format.
 *
 * @param options.archived also where its app's team is archived.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function findOwnConfig(
  em: EntityManager,
  access: Access,
  configId: string,
  { archived = false } = {},
) {
  const config: ConfigRecord | null = await em.findOne(AdNetworkConfig, {
    id: configId,
    customerId: access.accountId,
  });
  if (!config) throw new AppError('NOT_FOUND', 'no such ad network config');
  await requireDeveloper(access, config.appId ?? null, { deleted: true, archived });
  const network = networkOf(config.postbackFormat);
  if (!network) throw new Error(`a config has the unknown format ${config.postbackFormat}`);
  return { config, network };
}
