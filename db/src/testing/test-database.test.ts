import { Client } from 'pg';
import { expect, test } from 'vitest';
import { ensureTemplateDatabase } from './template-database.ts';
import { createTestDatabase, dropLeakedDatabases } from './test-database.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('each test database is migrated and separate from the others', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.url, 'CREATE TABLE mine (x int)');
  expect(await query(one.url, "SELECT to_regclass('mine') IS NOT NULL AS found")).toEqual([{ found: true }]);
  expect(await query(other.url, "SELECT to_regclass('mine') IS NOT NULL AS found")).toEqual([
    { found: false },
  ]);
  expect(await query(other.url, 'SELECT count(*) > 0 AS found FROM schema_migrations')).toEqual([
    { found: true },
  ]);
  await Promise.all([one.drop(), other.drop()]);
});

test('a connection left open fails the drop, but the database is still dropped', async () => {
  const database = await createTestDatabase({ patienceMs: 200 });
  const leak = new Client({ connectionString: database.url, application_name: 'forgetful' });
  leak.on('error', () => {});
  await leak.connect();
  await expect(database.drop()).rejects.toThrow(/left open:\nforgetful/);
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test('a leaked database is found by the run that created it', async () => {
  const run = process.env.TEST_RUN ?? '';
  process.env.TEST_RUN = `${run}x`;
  try {
    await createTestDatabase();
  } finally {
    process.env.TEST_RUN = run;
  }
  expect(await dropLeakedDatabases(adminUrl, `${run}x`)).toHaveLength(1);
  expect(await dropLeakedDatabases(adminUrl, `${run}x`)).toHaveLength(0);
});

test('the template is created once, by the first caller', async () => {
  const names = await Promise.all([1, 2, 3].map(() => ensureTemplateDatabase(adminUrl)));
  expect(new Set(names)).toEqual(new Set([process.env.TEST_TEMPLATE]));
});
