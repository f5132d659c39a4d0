import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { connect, UnusableDatabaseError } from './connect.ts';
import { migrations } from './migrations/list.ts';
import { ormOptions } from './orm.ts';
import { describeUnusable, readSchema } from './schema-state.ts';

/** An arbitrary number that nothing else on the same server is likely to lock. */
const MIGRATION_LOCK = 7_264_118_423;

/** The oldest supported major version. */
const OLDEST_VERSION = 15;

/** How migrations run, on any database. */
export const migratorOptions: Options = {
  extensions: [Migrator],
  migrations: {
    migrationsList: migrations,
    snapshotOnMigrate: false,
    tableName: 'schema_migrations',
    silent: true,
  },
};

/**
 * Brings the database's schema up to date. Any number of instances may call it at once: one migrates, the others wait.
 *
 * @param databaseUrl the database; its user must be able to create tables
 * @throws UnusableDatabaseError if it cannot be reached, its server is too old, or its data is of a newer version of the
 * service or of one from which there is no way here; nothing is changed then
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const lockHolder = await connect(databaseUrl);
  try {
    await requireSupportedVersion(lockHolder);
    await lockMigrations(lockHolder);
    await requireUsableSchema(lockHolder);
    const name = await nameOfDatabase(lockHolder);
    // With the connection the lock is lost, and another instance may begin.
    await Promise.race([runPending(databaseUrl, name), connectionLost(lockHolder)]);
  } finally {
    await lockHolder.end();
  }
}

/** @throws UnusableDatabaseError if this version must leave the data alone. */
export async function requireUsableSchema(client: ClientBase): Promise<void> {
  const reason = describeUnusable(await readSchema(client));
  if (reason !== undefined) throw new UnusableDatabaseError(`the database ${reason}`);
}

function connectionLost(client: ClientBase): Promise<never> {
  return new Promise((_, reject) => {
    client.once('error', (cause) => reject(new UnusableDatabaseError(cause.message, { cause })));
  });
}

/** Waits until no one else is migrating the database, and keeps others waiting until the connection is closed. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** @throws UnusableDatabaseError if the server is too old. */
export async function requireSupportedVersion(client: ClientBase): Promise<void> {
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

/** The database that a connection leads to, whatever its URL says. */
export async function nameOfDatabase(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

async function runPending(databaseUrl: string, name: string): Promise<void> {
  const orm = await MikroORM.init({
    ...ormOptions(databaseUrl, name),
    ...migratorOptions,
    pool: { min: 0, max: 2 },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close(true);
  }
}
