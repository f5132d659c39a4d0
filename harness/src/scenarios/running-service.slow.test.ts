import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../backend/free-port.ts';
import { createOwner, type Owner } from '../backend/owner.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { runHarness } from '../cli/testing/run-harness.ts';

const SCENARIOS = join(import.meta.dirname, '../../scenarios');

let database: TestDatabase;
let backend: SpawnedBackend;
let owner: Owner;
let folder: string;
let appId: string;
let apiKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  owner = await createOwner(backend);
  folder = await mkdtemp(join(tmpdir(), 'running-'));
});
beforeEach(async () => {
  const p_bundle_id = `com.example.app${Date.now()}`;
  appId = await owner.rpc<string>('create_app', { p_name: 'Mine', p_bundle_id });
  apiKey = (await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId })).api_key;
});
afterAll(async () => {
  await backend.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a scenario with three devices against the running service, or as the options say. */
const run = (scenario: string, ...options: string[]) =>
  runHarness(
    'run',
    join(SCENARIOS, `${scenario}.yaml`),
    '--url',
    backend.origin,
    '--devices',
    '3',
    '--out',
    folder,
    ...options,
  );

async function query(text: string, values: unknown[]) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}
const storedOfApp = async () =>
  (await query('select count(*)::int as n from events where app_id = $1', [appId]))[0].n;

/** The numbers in `45 events tracked, 45 stored`. */
function countsIn(out: string) {
  const [, tracked = '', stored = ''] = /^(\d+) events tracked, (\d+) stored$/m.exec(out) ?? [];
  return { tracked: Number(tracked), stored: Number(stored) };
}

describe('run --url with the key of an app', () => {
  test('sends what the devices track to that app, and reports on it', async () => {
    const { code, out } = await run('answers-lost', '--key', apiKey);
    expect([code, out]).toEqual([0, expect.stringContaining(`3 devices, seed 1, ${backend.origin}\n`)]);
    expect(out).toMatch(/^ {2}met {5}exactly_once: /m);
    const { tracked, stored } = countsIn(out);
    expect(tracked).toBeGreaterThan(30);
    expect([stored, await storedOfApp()]).toEqual([tracked, tracked]);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ service: backend.origin, passed: true, stored });
  });

  test('sends new events when the same seed is run again', async () => {
    const { tracked } = countsIn((await run('first-install', '--key', apiKey)).out);
    expect((await run('first-install', '--key', apiKey)).code).toBe(0);
    expect(await storedOfApp()).toBe(2 * tracked);
  });

  test.each(['full-disk', 'killed-all-the-time', 'captive-portal'])(
    'comes to a true verdict on %s',
    async (scenario) => {
      const { code, out } = await run(scenario, '--key', apiKey);
      expect([code, out]).toEqual([0, expect.not.stringContaining('MISSED')]);
      // An answer that reached no living process is not known to the devices.
      expect(await storedOfApp()).toBeGreaterThanOrEqual(countsIn(out).stored);
    },
  );

  test('says what cannot be known of it', async () => {
    const { code, out } = await run('wrong-clocks', '--key', apiKey);
    expect([code, out]).toEqual([1, expect.stringMatching(/MISSED {2}time_off_at_most: only known where/)]);
  });
});

test('run --url with the anon key creates an account, and compares what it stores', async () => {
  const { code, out } = await run('killed-all-the-time', '--anon-key', backend.anonKey);
  expect([code, out]).toEqual([0, expect.not.stringContaining('MISSED')]);
  const accounts = await query('select id from accounts', []);
  const events = await query('select count(*)::int as n from events group by customer_id', []);
  expect(accounts.length).toBeGreaterThanOrEqual(2);
  expect(events).toContainEqual({ n: countsIn(out).stored });
});

describe('exits with 2 and says why for', () => {
  test.each<[string, () => string[] | Promise<string[]>, string]>([
    ['a key that the service refuses', () => ['--key', 'svc_wrong'], '--key: '],
    ['a wrong anon key', () => ['--anon-key', 'wrong'], 'no account could be created at '],
    [
      'a service that does not answer',
      async () => ['--key', apiKey, '--url', `http://127.0.0.1:${await freePort()}`],
      '--url: ',
    ],
    [
      'one that does not answer to the anon key',
      async () => ['--anon-key', 'any', '--url', `http://127.0.0.1:${await freePort()}`],
      'ECONNREFUSED',
    ],
    ['a URL without a key', () => [], '--url needs --anon-key'],
    ['both keys', () => ['--key', 'svc_x', '--anon-key', 'y'], '--url needs --anon-key'],
  ])('%s', async (_what, options, says) => {
    const { code, out } = await run('answers-lost', ...(await options()));
    expect([code, out]).toEqual([2, expect.stringContaining(says)]);
    expect(out).not.toContain('    at ');
  });
});
