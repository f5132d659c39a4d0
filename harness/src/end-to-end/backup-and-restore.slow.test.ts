import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findRunningPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runAdminCommand, startAdminCommand } from '../backend/run-admin-command.ts';
import { createSigningApp, type SigningApp } from '../backend/signing-app.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';

// Each test starts several services and commands, one after the other.
vi.setConfig({ testTimeout: 400_000 });

const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse battery' };
const IN_FOLDER = { SERVICE_SECRET: '', ANON_KEY: '' };
const SET = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };

type Env = Record<string, string>;

let folder: string;
let file: string;
let running: SpawnedBackend[];
let drops: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'));
  file = join(folder, 'all.backup');
  running = [];
  drops = [];
});
afterEach(async () => {
  for (const backend of running) await backend.close();
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Where a service keeps its data: a separate folder, or a database on the tests' server. */
async function place(
  kind: 'embedded' | 'external',
  name: string,
  options?: { empty: boolean },
): Promise<Env> {
  const dataDir = { DATA_DIR: join(folder, name) };
  if (kind === 'embedded') return dataDir;
  const database = await createTestDatabase(options);
  drops.push(() => database.drop());
  return { ...dataDir, DATABASE_URL: database.url };
}

async function serve(env: Env): Promise<SpawnedBackend> {
  const backend = await spawnBackend({ LOG_LEVEL: 'warn', ...env });
  running.push(backend);
  return backend;
}

async function post(origin: string, events: unknown[]): Promise<string[]> {
  const response = await fetch(`${origin}/v1/ingest`, { method: 'POST', body: JSON.stringify({ events }) });
  const { results } = (await response.json()) as { results: { status: string }[] };
  return results.map(({ status }) => status);
}

const eventNamed = (app: SigningApp, name: string, fields = {}) =>
  signedEvent(app, { event_id: name, event_type: 'session_start', ...fields });

/** Sends one event after the other until it is stopped; returns the names of those that were accepted. */
function sendSteadily(origin: string, app: SigningApp) {
  let stopped = false;
  const accepted: string[] = [];
  const sending = (async () => {
    for (let n = 0; !stopped; n++) {
      const [status] = await post(origin, [eventNamed(app, `steady-event-${n}`)]);
      if (status === 'accepted') accepted.push(`steady-event-${n}`);
      // Some between any two moments of the backup, but not all that the machine can do.
      await delay(10);
    }
  })();
  return {
    accepted,
    async stop() {
      stopped = true;
      await sending;
    },
  };
}

async function summary(backend: SpawnedBackend, token: string): Promise<unknown> {
  const response = await fetch(`${backend.origin}/v1/analytics?resource=summary`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return await response.json();
}

describe('a backup made while the service is running', () => {
  test.each([
    ['embedded', 'embedded'],
    ['embedded', 'external'],
    ['external', 'embedded'],
  ] as const)('of an %s PostgreSQL is the same service again in an %s one', async (from, to) => {
    const source: Env = {
      ...(await place(from, 'source')),
      ...SET,
      ...(from === 'embedded' && { SERVICE_SECRET: '' }),
    };
    const first = await serve(source);
    const app = await createSigningApp(first);
    const installs = Array.from({ length: 20 }, (_, n) =>
      eventNamed(app, `install-event-${n}`, { event_type: 'install', android_id: `device-${n}` }),
    );
    expect(await post(first.origin, installs)).toEqual(installs.map(() => 'accepted'));
    const report = async () => (await summary(first, app.owner.token)) as { total_installs: number };
    while ((await report()).total_installs < installs.length) await delay(100);
    const before = await report();

    const steady = sendSteadily(first.origin, app);
    while (steady.accepted.length < 3) await delay(20);
    const surelyIn = [...steady.accepted];
    const made = await runAdminCommand({ ...source, ...PASSPHRASE }, ['backup', file]);
    expect(made).toMatchObject({ code: 0, err: '' });
    const afterwards = eventNamed(app, 'after-the-backup');
    await steady.stop();

    const target = await place(to, 'target', { empty: true });
    expect(await runAdminCommand({ ...target, ...PASSPHRASE }, ['restore', file])).toMatchObject({
      code: 0,
      err: '',
    });
    const kept = to === 'external' ? await readSecrets(target) : IN_FOLDER;
    const second = await serve({ ...target, ...kept });
    expect(await summary(second, app.owner.token)).toEqual(before);
    // The signing secret can be decrypted, and events accepted before are known.
    const statuses = await post(second.origin, [
      ...surelyIn.map((name) => eventNamed(app, name)),
      afterwards,
    ]);
    expect(statuses).toEqual([...surelyIn.map(() => 'deduplicated'), 'accepted']);
    const resolved = await fetch(`${second.origin}/v1/resolve-key`, {
      headers: { 'x-service-api-key': app.apiKey },
    });
    expect(await resolved.json()).toMatchObject({ sdk_secret: app.sdkSecret });

    // Existing data is never replaced, whether or not it is in use.
    const again = await runAdminCommand({ ...target, ...PASSPHRASE }, ['restore', file]);
    expect(again.code).toBe(1);
    expect(again.err).toMatch(to === 'external' ? /already has data/ : /is in use by process/);
    await second.close();
    const later = await runAdminCommand({ ...target, ...PASSPHRASE }, ['restore', file]);
    expect(later.err).toMatch(/already has data/);
  });

  test('leaves nothing when the disk is full, and reports it', async () => {
    const source: Env = { ...(await place('external', 'source')), ...SET };
    await fill(source.DATABASE_URL ?? '', 20_000);
    // A limit on the file size, in KB, simulates a full disk.
    const made = await runAdminCommand({ ...source, ...PASSPHRASE }, ['backup', file], 'ulimit -f 100');
    expect(made).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^.*all\.backup cannot be written: .*nothing was kept$/),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('leaves nothing when it is interrupted', async () => {
    const source: Env = { ...(await place('external', 'source')), ...SET };
    await fill(source.DATABASE_URL ?? '');
    const { child, ended } = startAdminCommand({ ...source, ...PASSPHRASE }, ['backup', file]);
    while ((await readdir(folder)).length === 0) await delay(2);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a restore that is killed', () => {
  test('is started over by a second one, and no service starts in between', async () => {
    const source: Env = { ...(await place('external', 'source')), ...SET };
    await fill(source.DATABASE_URL ?? '');
    await runAdminCommand({ ...source, ...PASSPHRASE }, ['backup', file]);
    const target = await place('embedded', 'target');
    const dataDir = target.DATA_DIR ?? '';
    const { child, ended } = startAdminCommand({ ...target, ...PASSPHRASE }, ['restore', file]);
    await untilLoading(dataDir);
    child.kill('SIGKILL');
    await ended;

    await expect(serve({ ...target, ...IN_FOLDER })).rejects.toThrow(
      `a restore into DATA_DIR ${dataDir} was not finished`,
    );
    const second = await runAdminCommand({ ...target, ...PASSPHRASE }, ['restore', file]);
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false);
    await serve({ ...target, ...IN_FOLDER });
  });
});

async function readSecrets({ DATA_DIR = '' }: Env): Promise<Env> {
  const read = async (name: string) => (await readFile(join(DATA_DIR, name), 'utf8')).trim();
  return { SERVICE_SECRET: await read('service-secret'), ANON_KEY: await read('anon-key') };
}

/** By default large enough that a backup or a restore can be stopped midway. */
async function fill(url: string, clicks = 100_000): Promise<void> {
  await query(
    url,
    `insert into clicks (customer_id, click_id, app_id, channel, source, clicked_at, recorded_at, user_agent)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'email', 'link', now(), now(),
       md5(n::text) || md5((n * 7)::text)
     from generate_series(1, ${clicks}) n`,
  );
}

async function untilLoading(dataDir: string): Promise<void> {
  for (;;) {
    const url = findRunningPostgres(dataDir);
    const rows =
      url === undefined
        ? []
        : await query(url, `select from pg_stat_activity where query like 'copy "clicks"%'`);
    if (rows.length > 0) return;
    await delay(20);
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch (error) {
    // The database may not have been created yet.
    if ((error as { code?: string }).code === '3D000') return [];
    throw error;
  } finally {
    await client.end();
  }
}
