import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findCluster } from '@tributary/db/embedded/placement/choose-placement';
import { findRunningPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { describeUnusable, readSchemaState } from '@tributary/db/schema-state';
import { createLog } from '../../platform/log.ts';
import type { Config } from '../../platform/settings/config.ts';
import { givenDatabase, type OpenDatabase, openDatabase } from '../start/open-database.ts';
import { usable } from '../start/usable.ts';
import { AdminError } from './command.ts';

/**
 * Opens the service's database. If a server is running, its PostgreSQL is used; otherwise one is started while the
 * command runs. Never creates or changes data.
 *
 * @throws AdminError that says where it looked, if there is no database or it has another version.
 */
export async function openExistingDatabase(
  config: Config,
  takesEarlierVersions: boolean,
): Promise<OpenDatabase> {
  const database = await open(config);
  try {
    const place =
      config.databaseUrl === undefined ? `in DATA_DIR ${config.dataDir}` : 'named by DATABASE_URL';
    const schema = await usable('DATABASE_URL', readSchemaState(database.url));
    const { executed, pending } = schema;
    if (executed.length === 0) throw new AdminError(`the database ${place} holds no data of this service`);
    const unusable = describeUnusable(schema);
    if (unusable !== undefined) throw new AdminError(`the database ${place} ${unusable}`);
    if (pending.length > 0 && !takesEarlierVersions) {
      throw new AdminError(
        `the database ${place} belongs to an earlier version of the service; npm start migrates it`,
      );
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return givenDatabase(config.databaseUrl);
  const { dataDir } = config;
  const running = findRunningPostgres(dataDir);
  if (running !== undefined) return givenDatabase(running);
  if (!existsSync(join(findCluster(dataDir), 'PG_VERSION'))) {
    throw new AdminError(
      `there is no data in DATA_DIR ${dataDir}. Set DATA_DIR to the data folder of the service (npm start creates one), ` +
        'or DATABASE_URL to its database',
    );
  }
  return openDatabase(config, createLog({ logLevel: 'warn' }));
}
