import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceDeadConnections } from './replace-dead-connections.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  // One connection: whoever comes next gets what the one before left behind.
  pool = new Pool({ connectionString: database.url, max: 1, query_timeout: 300 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  replaceDeadConnections(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function processOf(asked: Pool | PoolClient): Promise<number> {
  const { rows } = await asked.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

test('a connection that works is used again', async () => {
  const client = await pool.connect();
  const process = await processOf(client);
  client.release();
  expect(await processOf(pool)).toBe(process);
});

test.each([
  ['is given back', (client: PoolClient) => client.release()],
  ['is given back as broken', (client: PoolClient) => client.release(true)],
  ['is never given back', () => {}],
])('a connection on which a query timed out is replaced, where it %s', async (_what, giveBack) => {
  const client = await pool.connect();
  const process = await processOf(client);
  await client.query('begin');
  await expect(client.query('select pg_sleep(1)')).rejects.toThrow('Query read timeout');
  await expect(client.query('rollback')).rejects.toThrow('Client was closed');
  giveBack(client);
  expect(await processOf(pool)).not.toBe(process);
});

test('a connection that the server ended is replaced, even where it is never given back', async () => {
  const client = await pool.connect();
  const process = await processOf(client);
  await expect(client.query('select pg_terminate_backend($1)', [process])).rejects.toThrow();
  expect(await processOf(pool)).not.toBe(process);
});
