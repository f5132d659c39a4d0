import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceDeadConnections } from './replace-dead-connections.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  // A single connection, so that each query gets the one that the previous query used.
  pool = new Pool({ connectionString: database.url, max: 1, query_timeout: 300 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  replaceDeadConnections(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function processOf(connection: Pool | PoolClient): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

test('a healthy connection is reused', async () => {
  const client = await pool.connect();
  const process = await processOf(client);
  client.release();
  expect(await processOf(pool)).toBe(process);
});

test.each([
  ['is released', (client: PoolClient) => client.release()],
  ['is released as broken', (client: PoolClient) => client.release(true)],
  ['is never released', () => {}],
])('a connection on which a query timed out is replaced if it %s', async (_what, release) => {
  const client = await pool.connect();
  const process = await processOf(client);
  await client.query('begin');
  await expect(client.query('select pg_sleep(1)')).rejects.toThrow('Query read timeout');
  await expect(client.query('rollback')).rejects.toThrow('Client was closed');
  release(client);
  expect(await processOf(pool)).not.toBe(process);
});

test('a connection closed by the server is replaced, even if it is never released', async () => {
  const client = await pool.connect();
  const process = await processOf(client);
  await expect(client.query('select pg_terminate_backend($1::int)', [process])).rejects.toThrow();
  expect(await processOf(pool)).not.toBe(process);
});
