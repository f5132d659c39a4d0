import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { ClientBase, Pool } from 'pg';
import { connect, UnusableDatabaseError } from './connect.ts';
import { hasCitus, shareFunctions } from './distribution/distribute.ts';
import { enterAsRun, type MigrationProgress, migrateInBatches } from './migrate-in-batches.ts';
import { migrations } from './migrations/list.ts';
import {
  isPlain,
  isProgram,
  type MigrationEntry,
  type PlainMigration,
} from './migrations/migration-entry.ts';
import { ormOptions } from './orm.ts';
import { describeUnusable, readSchema } from './schema-state.ts';
import { splitStatements } from './split-statements.ts';

/** An arbitrary number that nothing else on the same server is likely to lock. */
const MIGRATION_LOCK = 7_264_118_423;

/** The oldest supported major version. */
const OLDEST_VERSION = 15;

/**
 * How those migrations of a list that are one transaction run, on any database.
 *
 * @param leaveOut statements that this database does without.
 */
export const migratorOptions = (
  list: readonly MigrationEntry[],
  leaveOut: (statement: string) => boolean = () => false,
): Options => ({
  extensions: [Migrator],
  migrations: {
    migrationsList: list.filter(isPlain).map((entry) => sendOneByOne(entry, leaveOut)),
    snapshotOnMigrate: false,
    tableName: 'schema_migrations',
    silent: true,
  },
});

/**
 * The first migrations distribute each table that they make, and later ones change it as Citus does not allow. Made first
 * and distributed afterwards (m0050), all tables become what they are anywhere else.
 */
export const isDistributing = (statement: string): boolean => statement.includes('create_distributed_table');

/** Of a script with several statements Citus takes none that changes a distributed table. */
function sendOneByOne(entry: PlainMigration, leaveOut: (statement: string) => boolean): PlainMigration {
  const construct: NonNullable<ProxyHandler<PlainMigration['class']>['construct']> = (given, parts) => {
    const migration: Migration = Reflect.construct(given, parts);
    const addSql = migration.addSql.bind(migration);
    migration.addSql = (sql) => {
      if (typeof sql !== 'string') addSql(sql);
      else for (const statement of splitStatements(sql)) if (!leaveOut(statement)) addSql(statement);
    };
    return migration;
  };
  return { ...entry, class: new Proxy(entry.class, { construct }) };
}

interface MigrateSettings {
  /** Called after each batch of a migration that goes through a big table. */
  readonly onProgress?: (progress: MigrationProgress) => void;
  /** The migrations; by default those of this version. */
  readonly list?: readonly MigrationEntry[];
}

/**
 * Brings the database's schema up to date. Any number of instances may call it at once: one migrates, the others wait.
 *
 * Those that go through a big table do so in batches, and are resumed by the next call if this one is killed.
 *
 * @param databaseUrl the database; its user must be able to create tables
 * @throws UnusableDatabaseError if it cannot be reached, its server is too old, or its data is of a newer version of the
 * service or of one from which there is no way here; nothing is changed then
 */
export async function migrate(databaseUrl: string, settings: MigrateSettings = {}): Promise<void> {
  const { onProgress = () => {}, list = migrations } = settings;
  const lockHolder = await connect(databaseUrl);
  try {
    await requireSupportedVersion(lockHolder);
    await lockMigrations(lockHolder);
    await requireUsableSchema(lockHolder, list);
    const { executed, pending } = await readSchema(lockHolder, list);
    if (pending.length === 0) return;
    const run = async () => {
      await runPending({ databaseUrl, lockHolder, list, onProgress }, pending);
      // Of a database with data: plans would go by what the tables were before.
      if (executed.length > 0) await lockHolder.query('analyze');
    };
    // With the connection the lock is lost, and another instance may begin.
    await Promise.race([run(), connectionLost(lockHolder)]);
  } finally {
    await lockHolder.end();
  }
}

/** @throws UnusableDatabaseError if this version must leave the data alone. */
export async function requireUsableSchema(
  client: ClientBase,
  list: readonly MigrationEntry[] = migrations,
): Promise<void> {
  const reason = describeUnusable(await readSchema(client, list));
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

/**
 * Where there is Citus, a transaction that has changed a distributed table and then makes another goes shard by shard.
 * PostgreSQL takes the setting of an extension that it does not have.
 *
 * Migrations go through whole tables, and join some that they have just filled, of which nothing is known yet: taken for
 * small, they would be gone through again for each row of a big one.
 */
function prepareConnections(pool: Pool): void {
  const settings = `set enable_nestloop = off; set citus.multi_shard_modify_mode = 'sequential'`;
  // A lost connection fails the migration.
  pool.on('connect', (client) => void client.query(settings).catch(() => {}));
}

interface RunParts {
  readonly databaseUrl: string;
  readonly lockHolder: ClientBase;
  readonly list: readonly MigrationEntry[];
  readonly onProgress: (progress: MigrationProgress) => void;
}

/** Those between two that run in batches are one transaction. */
async function runPending(
  { databaseUrl, lockHolder, list, onProgress }: RunParts,
  pending: readonly string[],
): Promise<void> {
  const options = ormOptions(databaseUrl, await nameOfDatabase(lockHolder));
  const leaveOut = (await hasCitus(lockHolder)) ? isDistributing : undefined;
  const orm = await MikroORM.init({
    ...options,
    ...migratorOptions(list, leaveOut),
    driverOptions: { ...options.driverOptions, onPoolCreated: prepareConnections },
    pool: { min: 0, max: 2 },
  });
  let together: string[] = [];
  const runTogether = async () => {
    if (together.length > 0) await orm.migrator.up({ migrations: together });
    together = [];
  };
  try {
    for (const entry of list.filter(({ name }) => pending.includes(name))) {
      if (isPlain(entry)) together.push(entry.name);
      else {
        await runTogether();
        if (isProgram(entry)) {
          await entry.run(lockHolder);
          await enterAsRun(lockHolder, entry.name);
        } else await migrateInBatches(lockHolder, entry, onProgress);
      }
    }
    await runTogether();
    // A migration has installed the form for one server.
    if (leaveOut) await shareFunctions(lockHolder);
  } finally {
    await orm.close(true);
  }
}
