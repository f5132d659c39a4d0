import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { M0020EditedMigrations } from './m0020-edited-migrations.ts';

let database: TestDatabase;
let client: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function migrateAgain(): Promise<void> {
  const migration = new M0020EditedMigrations(undefined as never, undefined as never);
  migration.up();
  for (const text of migration.getQueries()) await client.query(String(text));
}

/** Every table, index and key, with the file it is in: one that is made again has another. */
async function files(): Promise<unknown[]> {
  const { rows } = await client.query(
    `select relname, relfilenode, reloptions from pg_class where relnamespace = 'public'::regnamespace order by relname`,
  );
  return rows;
}

async function schema(): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select indexdef as line from pg_indexes where schemaname = 'public'
     union all
     select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace
     union all
     select relname || coalesce(reloptions::text, '') from pg_class where relnamespace = 'public'::regnamespace
     order by line`,
  );
  return rows.map(({ line }) => line);
}

/** What m0009, m0012, m0013 and m0015 once did in another way. */
const EARLY_FORM = `
  alter table cohort_counts set (fillfactor = 40);
  alter table campaign_counts drop constraint campaign_counts_pkey,
    add primary key (customer_id, app_id, day, campaign_id);
  drop index payments_newest_idx, payments_user_id_idx, postbacks_one_per_install_idx;
  create index payments_newest_idx on payments (customer_id, app_id, received_at desc, payment_event_id desc);
  create index payments_user_id_idx on payments (user_id, app_id) where user_id is not null;
  create unique index postbacks_one_per_install_idx on postbacks (customer_id, install_id, config_id)
    where event_type = 'install';
  create index postbacks_install_idx on postbacks (install_id, customer_id);
  drop table app_usage_months;
`;

test('a schema that is as it should be is left alone', async () => {
  const before = await files();
  await migrateAgain();
  expect(await files()).toEqual(before);
});

test('a schema of the early forms becomes the same, and the months of apps are counted', async () => {
  const expected = await schema();
  await client.query(EARLY_FORM);
  await client.query(
    `insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp, sdk_version)
     select gen_random_uuid(), gen_random_uuid(), 'e', 'custom', now(), '2026-11-22T08:00:00Z', 0, '1'`,
  );
  expect(await schema()).not.toEqual(expected);
  await migrateAgain();
  expect(await schema()).toEqual(expected);
  const { rows } = await client.query('select month::text, used from app_usage_months');
  expect(rows).toEqual([{ month: '2026-11-01', used: '1' }]);
});
