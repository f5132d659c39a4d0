import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { distribute, hasCitus } from './distribute.ts';
import { DISTRIBUTED_TABLES, SHARED_QUEUES } from './distributed-tables.ts';

/** Polled for all accounts at once, so that they have to be in one place; and settings, of which there are few. */
const LOCAL = ['event_queue', 'fraud_reviews', 'postback_failures', 'postback_queue', 'sdk_configs'];

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every table whose keys begin with the account is distributed, but for queues', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_index
     join pg_class on pg_class.oid = indrelid
     join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     where indisprimary and relnamespace = 'public'::regnamespace and attname = 'customer_id'`,
  );
  const byAccount = rows.map(({ name }) => name);
  expect(byAccount.toSorted()).toEqual([...DISTRIBUTED_TABLES, ...LOCAL].toSorted());
});

test('every unique index of a distributed table begins with the account, which Citus demands', async () => {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as index from pg_index
     where indrelid = any($1::text[]::regclass[]) and indisunique and not exists (
       select from pg_attribute where attrelid = indrelid and attname = 'customer_id' and attnum = any(indkey))`,
    [DISTRIBUTED_TABLES],
  );
  expect(rows).toEqual([]);
});

test('distributing again changes nothing', async () => {
  const placed = async () =>
    (await hasCitus(client))
      ? (await client.query('select logicalrelid::text, partmethod from pg_dist_partition order by 1')).rows
      : [];
  const before = await placed();
  await distribute(client);
  expect(await placed()).toEqual(before);
  if (await hasCitus(client)) expect(before).toHaveLength(DISTRIBUTED_TABLES.length + SHARED_QUEUES.length);
});
