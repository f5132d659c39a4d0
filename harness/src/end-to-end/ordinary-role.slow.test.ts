import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateInTransaction } from '@tributary/db/migrate-in-transaction';
import { perTest } from '@tributary/server/testing/per-suite';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { runAdminCommand } from '../backend/run-admin-command.ts';
import { createSigningApp } from '../backend/signing-app.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';

// Each test starts a service or two, and commands, one after the other.
vi.setConfig({ testTimeout: 200_000 });

const SECRETS = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };
const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse battery' };

async function withClient<Result>(url: string, act: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const asAdmin = <Result>(act: (client: Client) => Promise<Result>) =>
  withClient(process.env.TEST_DATABASE_URL ?? '', act);

/** An empty database, and a role that owns it and may do nothing else. */
async function createOwned() {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  // A name that a URL cannot have as it is.
  const name = `${role} of a shop`;
  await asAdmin(async (client) => {
    await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole password '${role}'`);
    await client.query(`create database "${name}" owner ${role} template template0`);
  });
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.username = role;
  url.password = role;
  url.pathname = `/${encodeURIComponent(name)}`;
  const drop = () =>
    asAdmin(async (client) => {
      await client.query(`drop database "${name}" with (force)`);
      await client.query(`drop role ${role}`);
    });
  return { url: url.href, drop };
}

const owned = () => perTest(createOwned, ({ drop }) => drop());
const database = owned();
const other = owned();
const folder = perTest(
  async () => ({ path: await mkdtemp(join(tmpdir(), 'ordinary-')) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);
const databases = () =>
  asAdmin(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname !~ '^test_' order by 1`,
    );
    return rows.map(({ datname }) => datname);
  });

const start = (url: string, settings: Record<string, string> = SECRETS) =>
  spawnBackend({ DATABASE_URL: url, LOG_LEVEL: 'warn', ...settings });

test('starts, works and is restored as a role that owns just its database', async () => {
  const before = await databases();
  const backend = await start(database.url);
  await createSigningApp(backend);
  await backend.close();
  expect(backend.output()).not.toContain('permission');

  const file = join(folder.path, 'all.backup');
  const env = { DATABASE_URL: database.url, ...PASSPHRASE };
  expect(await runAdminCommand({ ...env, ...SECRETS }, ['backup', file])).toMatchObject({ code: 0 });
  const to = { DATABASE_URL: other.url, DATA_DIR: join(folder.path, 'data'), ...PASSPHRASE };
  expect(await runAdminCommand(to, ['restore', file])).toMatchObject({ code: 0, err: '' });
  const restored = await start(other.url);
  await restored.close();
  expect(await runAdminCommand({ ...to, ...SECRETS }, ['list-accounts'])).toMatchObject({ code: 0 });
  expect(await databases()).toEqual(before);
});

test('is upgraded as a role that owns just its database', async () => {
  await withClient(database.url, (client) => migrateInTransaction(client, 'm0005-fraud', async () => {}));
  const backend = await start(database.url);
  await createSigningApp(backend);
  await backend.close();
});

test('a restore as a superuser makes no other database either', async () => {
  const superuser = new URL(other.url);
  const admin = new URL(process.env.TEST_DATABASE_URL ?? '');
  superuser.username = admin.username;
  superuser.password = admin.password;
  const before = await databases();
  const file = join(folder.path, 'all.backup');
  const backend = await start(database.url);
  await backend.close();
  await runAdminCommand({ DATABASE_URL: database.url, ...SECRETS, ...PASSPHRASE }, ['backup', file]);
  const to = { DATABASE_URL: superuser.href, DATA_DIR: join(folder.path, 'data'), ...PASSPHRASE };
  expect(await runAdminCommand(to, ['restore', file])).toMatchObject({ code: 0 });
  expect(await databases()).toEqual(before);
});
