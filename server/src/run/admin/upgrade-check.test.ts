import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { noteBackup } from '../backup/last-backup.ts';
import { runAdmin } from './run-admin.ts';

const SECRETS = {
  SERVICE_SECRET: 'a-service-secret-for-tests-of-upgrades-012345',
  ANON_KEY: 'an-anon-key-for-tests-of-upgrades-0123456789',
};
const HOUR = 3_600_000;

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'upgrade-check-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function check(env: Record<string, string> = { DATABASE_URL: database.url }): Promise<string[]> {
  const lines: string[] = [];
  await runAdmin(readConfig({ ...SECRETS, DATA_DIR: folder, ...env }), ['upgrade-check'], (line) =>
    lines.push(line),
  );
  return lines;
}

async function query(text: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(text);
  await client.end();
}

test('says that data is up to date, and what there is to know before an upgrade', async () => {
  expect(await check()).toEqual([
    'up to date: there is nothing to migrate',
    expect.stringMatching(/^database: \d+(\.\d+)? MB$/),
    expect.stringMatching(/^free disk: [\d.]+ [GM]B/),
    'last backup: none is known; make one first',
  ]);
});

test('shows the migrations that would run, on how many rows, and changes nothing', async () => {
  await query(`
    insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp, sdk_version)
    select gen_random_uuid(), gen_random_uuid(), 'e', 'open', now(), now(), 0, '1' from generate_series(1, 1234)`);
  await query(
    `delete from schema_migrations where name in ('m0011-likeness-and-identity', 'm0029-count-stored-events')`,
  );
  const lines = await check();
  expect(lines.slice(0, 3)).toEqual([
    'm0011-likeness-and-identity: no rows, about a second',
    'm0029-count-stored-events: 1,234 rows of events, about a second',
    '2 migrations to run, about a second in which the service is not available',
  ]);
  expect(await check()).toEqual(lines);
});

test('knows of a backup, and whether it is younger than a day', async () => {
  await noteBackup(folder, { at: Date.now() - 3 * HOUR, file: '/backups/one' });
  expect((await check()).at(-1)).toBe('last backup: 3 hours ago, /backups/one');
  await noteBackup(folder, { at: Date.now() - 25 * HOUR, file: '/backups/one' });
  expect((await check()).at(-1)).toBe(
    'last backup: 25 hours ago, /backups/one; it is older than a day, make one first',
  );
});

test('says where it looked if there is no database', async () => {
  await expect(check({})).rejects.toThrow(/there is no data in DATA_DIR/);
});
