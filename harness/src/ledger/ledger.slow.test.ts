import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { startTestRedis, type TestRedis } from '@tributary/server/testing/test-redis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ledger } from './ledger.ts';
import { LedgerRig } from './ledger-rig.ts';
import { runLedger } from './run-ledger.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let rig: LedgerRig;
let redis: TestRedis | undefined;

// A separate PostgreSQL with the service's durable settings, since the tests kill it.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-ledger-'));
  postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '40' } });
  redis = await startTestRedis();
});

afterAll(async () => {
  await redis?.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  rig = new LedgerRig(postgres.url, redis?.url);
});

afterEach(async () => {
  await rig.close();
  await rig.clear();
});

async function run(seconds: number, disturb?: (ledger: Ledger) => Promise<void>) {
  const apps = await rig.seed(4, 3);
  const { databaseUrl, origins } = rig;
  const report = await runLedger({
    databaseUrl,
    apps,
    origins,
    devices: 24,
    seconds,
    enough: (ledger) => ledger.count((entry) => entry.accepted > 0) > 100,
    duplicates: 0.3,
    ...(disturb && { disturb }),
  });
  return report;
}

test('two servers on one database accept each event once and store it as reported', async () => {
  await rig.startServer();
  await rig.startServer();
  const report = await run(3);
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.deduplicated).toBeGreaterThan(0);
});

test('a server killed under load loses nothing that it had confirmed, and stores nothing twice', async () => {
  await rig.startServer();
  const report = await run(3, async () => {
    for (let kill = 0; kill < 3; kill++) {
      await rig.killServer();
      await pause(300);
    }
  });
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.unanswered).toBeGreaterThan(0);
});

test('PostgreSQL killed under load loses nothing that was confirmed, and the server reconnects', async () => {
  await rig.startServer();
  const report = await run(3, async () => {
    for (let kill = 0; kill < 2; kill++) {
      await rig.killDatabase();
      await pause(300);
    }
  });
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.unanswered).toBeGreaterThan(0);
});

// Who gets a freed connection is a race: it goes on until the server has been without one.
test('without a database connection nothing is confirmed, and the server resumes when it has one', async () => {
  await rig.startServer();
  const report = await run(3, (ledger) => rig.exhaustConnections(800, () => ledger.unanswered > 0));
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.unanswered).toBeGreaterThan(0);
});

test('the allowance is exact to the event across two servers', async () => {
  await rig.startServer();
  await rig.startServer();
  const apps = await rig.seed(2, 3, 'free');
  await rig.withClient(async (client) => {
    const month = "date_trunc('month', now() at time zone 'utc')::date";
    for (const { customerId } of apps.filter((_, at) => at % 3 === 0)) {
      await client.query(`insert into usage_months values ($1, ${month}, 9800)`, [customerId]);
    }
  });
  const { databaseUrl, origins } = rig;
  const accounts = [...Map.groupBy(apps, ({ customerId }) => customerId).values()];
  const enough = (ledger: Ledger) =>
    accounts.every((apps) => {
      const appIds = new Set(apps.map(({ appId }) => appId));
      return ledger.count(({ appId, rejected }) => appIds.has(appId) && rejected.length > 0) > 0;
    });
  const load = { devices: 24, seconds: 2, enough, duplicates: 0.3 };
  const report = await runLedger({ databaseUrl, apps, origins, ...load });
  expect(report.accepted).toBe(2 * 200);
  // Each account starts with a usage of 9,800 for which no events were sent.
  expect(report.findings).toEqual([
    { what: 'accounts whose usage differs from the number of their stored events', count: 2 },
  ]);
});
