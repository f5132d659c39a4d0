import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import type { ClientBase } from 'pg';
import { migratorOptions, nameOfDatabase } from './migrate.ts';
import { ormOptions } from './orm.ts';

/**
 * Runs the migrations up to the one named `last`, then `work`, in one transaction of `client`, completely or not at
 * all. `work` uses the same client.
 */
export async function migrateInTransaction(
  client: ClientBase,
  last: string,
  work: () => Promise<void>,
): Promise<void> {
  // In place of a pool: everything the migrator sends uses this one connection.
  const connection = { query: client.query.bind(client), release: () => {}, end: () => {} };
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  const orm = await MikroORM.init({
    ...ormOptions('postgresql://not-connected-to', await nameOfDatabase(client)),
    ...migratorOptions,
    driverOptions: new PostgresDialect({ pool: pool }),
  });
  try {
    await orm.em.transactional(async (em) => {
      await orm.migrator.up({ to: last, transaction: em.getTransactionContext() });
      await work();
    });
  } finally {
    await orm.close(true);
  }
}
