import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { migrations } from './migrations/list.ts';
import { ormOptions } from './orm.ts';

/** Any number that nobody else on the same server is likely to lock on. */
const MIGRATION_LOCK = 7_264_118_423;

/**
 * Brings the database's schema up to date. Ten instances may call it at once: one migrates, the others wait for it.
 *
 * @param databaseUrl where to connect; the user must be able to create tables.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const lockHolder = new Client({ connectionString: databaseUrl, application_name: 'tributary-migrate' });
  await lockHolder.connect();
  try {
    await lockHolder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runPending(databaseUrl);
  } finally {
    await lockHolder.end();
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
