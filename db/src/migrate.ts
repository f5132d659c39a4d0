import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { migrations } from './migrations/list.ts';
import { ormOptions } from './orm.ts';

/** An arbitrary number that nothing else on the same server is likely to lock. */
const MIGRATION_LOCK = 7_264_118_423;

/** The oldest supported major version. */
const OLDEST_VERSION = 15;

/** Why a database cannot be used, written for the operator. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/**
 * Brings the database's schema up to date. Any number of instances may call it at once: one migrates, the others wait.
 *
 * @param databaseUrl the database; its user must be able to create tables
 * @throws UnusableDatabaseError if it cannot be reached or its version is too old
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const lockHolder = new Client({
    connectionString: databaseUrl,
    application_name: 'tributary-migrate',
    connectionTimeoutMillis: 10_000,
  });
  await lockHolder.connect().catch((cause: Error) => {
    throw new UnusableDatabaseError(cause.message || String(cause), { cause });
  });
  try {
    await requireSupportedVersion(lockHolder);
    await lockHolder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runPending(databaseUrl);
  } finally {
    await lockHolder.end();
  }
}

async function requireSupportedVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; number: number }>(
    `select current_setting('server_version') as name, current_setting('server_version_num')::int as number`,
  );
  const version = rows[0];
  if (version && version.number < OLDEST_VERSION * 10_000) {
    throw new UnusableDatabaseError(
      `PostgreSQL ${version.name} is too old: version ${OLDEST_VERSION} or later is required`,
    );
  }
}

async function runPending(databaseUrl: string): Promise<void> {
  const orm = await MikroORM.init({
    ...ormOptions(databaseUrl),
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      snapshotOnMigrate: false,
      tableName: 'schema_migrations',
      silent: true,
    },
    pool: { min: 0, max: 2 },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close(true);
  }
}
