import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { asAdmin } from './as-admin.ts';
import { urlsOnNodes } from './test-cluster.ts';
import { withDatabase } from './with-database.ts';

/** A migrated database used by a single test file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it. If connections to it were left open, it throws after dropping it. */
  drop(): Promise<void>;
}

/**
 * Clones a database from the migrated template, on the server at TEST_DATABASE_URL. The tests' global
 * set-up (or `npm test`) starts the server and creates the template.
 *
 * @param options.empty a database in which nothing has been created yet
 * @param options.patienceMs how long connections may take to end before it is dropped
 */
export async function createTestDatabase({ empty = false, patienceMs = 20_000 } = {}): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: adminUrl, TEST_TEMPLATE: template, TEST_RUN: run } = process.env;
  if (!adminUrl || !template || !run) {
    throw new Error('createTestDatabase needs the global set-up db/src/testing/vitest-setup.ts.');
  }
  const name = `test_${run}_${randomBytes(6).toString('hex')}`;
  const [, ...workers] = empty ? [adminUrl] : await nodes(adminUrl);
  for (const url of [adminUrl, ...workers]) {
    await asAdmin(url, async (client) => {
      const strategy = await cheapestStrategy(client);
      await client.query(
        `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : template} STRATEGY ${strategy}`,
      );
    });
  }
  return {
    url: withDatabase(adminUrl, name),
    drop: async () => {
      await asAdmin(adminUrl, (client) => drop(client, name, patienceMs));
      for (const url of workers) await asAdmin(url, (client) => dropNow(client, name));
    },
  };
}

/** To copy files takes half the processor time of writing pages and WAL, but where it must reach a disk it takes seconds. */
async function cheapestStrategy(client: Client): Promise<'file_copy' | 'wal_log'> {
  const { rows } = await client.query<{ fsync: string }>('SHOW fsync');
  return rows[0]?.fsync === 'off' ? 'file_copy' : 'wal_log';
}

/** Asked once by each process. */
const nodes = (() => {
  let urls: Promise<string[]> | undefined;
  return (adminUrl: string) => {
    urls ??= urlsOnNodes(adminUrl);
    return urls;
  };
})();

/** Drops the databases that a test run left behind and returns their names. */
export async function dropLeakedDatabases(adminUrl: string, run: string): Promise<string[]> {
  return await asAdmin(adminUrl, async (client) => {
    const leaked = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname',
      [`test_${run}_`],
    );
    const names = leaked.rows.map((row) => row.datname);
    for (const name of names) {
      for (const url of await urlsOnNodes(adminUrl)) await asAdmin(url, (node) => dropNow(node, name));
    }
    return names;
  });
}

async function drop(client: Client, name: string, patienceMs: number): Promise<void> {
  const sessions = await untilUnused(client, name, patienceMs);
  await dropNow(client, name);
  if (sessions.length > 0) {
    throw new Error(`Connections to the test database were left open:\n${sessions.join('\n')}`);
  }
}

async function dropNow(client: Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** The process of a closed connection takes a moment to end; one that stays longer is a leak. */
async function untilUnused(client: Client, name: string, patienceMs: number): Promise<string[]> {
  for (const until = Date.now() + patienceMs; ; ) {
    const { rows } = await client.query<{ session: string }>(
      `SELECT format('%s, %s: %s', application_name, state, left(query, 100)) AS session
       FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'
         AND application_name NOT LIKE 'citus_internal%'`,
      [name],
    );
    if (rows.length === 0 || Date.now() > until) return rows.map((row) => row.session);
    await delay(10);
  }
}
