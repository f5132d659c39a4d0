import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import type { ClientBase } from 'pg';
import { hasCitus } from './distribution/distribute.ts';
import { isDistributing, migratorOptions, nameOfDatabase } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { isPlain } from './migrations/migration-entry.ts';
import { ormOptions } from './orm.ts';

/**
 * Runs the migrations up to the one named `last`, then `work`, in one transaction of `client`, completely or not at
 * all. `work` uses the same client. Those that go through the rows of a table are left out: there are none.
 */
export async function migrateInTransaction(
  client: ClientBase,
  last: string,
  work: () => Promise<void>,
): Promise<void> {
  // In place of a pool: everything the migrator sends uses this one connection.
  const connection = { query: client.query.bind(client), release: () => {}, end: () => {} };
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  const leaveOut = (await hasCitus(client)) ? isDistributing : undefined;
  const orm = await MikroORM.init({
    ...ormOptions('postgresql://not-connected-to', await nameOfDatabase(client)),
    ...migratorOptions(migrations, leaveOut),
    driverOptions: new PostgresDialect({ pool: pool }),
  });
  try {
    await orm.em.transactional(async (em) => {
      await orm.migrator.up({ migrations: namesUpTo(last), transaction: em.getTransactionContext() });
      await work();
    });
  } finally {
    await orm.close(true);
  }
}

function namesUpTo(last: string): string[] {
  const end = migrations.findIndex(({ name }) => name === last);
  return migrations
    .slice(0, end + 1)
    .filter(isPlain)
    .map(({ name }) => name);
}
