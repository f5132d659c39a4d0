import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { startTestRedis, type TestRedis } from '@tributary/server/testing/test-redis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ledger } from './ledger.ts';
import { LedgerStand } from './ledger-stand.ts';
import { runLedger } from './run-ledger.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let stand: LedgerStand;
let redis: TestRedis | undefined;

// A PostgreSQL of its own, durable as the service's: it is going to be killed.
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
  stand = new LedgerStand(postgres.url, redis?.url);
});

afterEach(async () => {
  await stand.close();
  await stand.clear();
});

async function run(seconds: number, disturb?: () => Promise<void>) {
  const apps = await stand.seed(4, 3);
  const { databaseUrl, origins } = stand;
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

test('two servers on one database: every event is accepted once, and stored as answered', async () => {
  await stand.startServer();
  await stand.startServer();
  const report = await run(3);
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.deduplicated).toBeGreaterThan(0);
});

test('a server killed under load loses nothing that it answered, and nothing is stored twice', async () => {
  await stand.startServer();
  const report = await run(3, async () => {
    for (let kill = 0; kill < 3; kill++) {
      await stand.killServer();
      await pause(300);
    }
  });
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.unanswered).toBeGreaterThan(0);
});

test('PostgreSQL killed under load loses nothing that was answered, and is found again', async () => {
  await stand.startServer();
  const report = await run(3, async () => {
    for (let kill = 0; kill < 2; kill++) {
      await stand.killDatabase();
      await pause(300);
    }
  });
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.unanswered).toBeGreaterThan(0);
});

// Who gets a connection that was just cut is a race, which the server may win each time: then it was never without.
test('without a connection to be had nothing is claimed, and all goes on when there is one', {
  retry: 5,
}, async () => {
  await stand.startServer();
  const report = await run(3, () => stand.exhaustConnections(800));
  expect(report).toMatchObject({ findings: [], rejected: 0 });
  expect(report.unanswered).toBeGreaterThan(0);
});

test('the allowance is exact to the event over two servers', async () => {
  await stand.startServer();
  await stand.startServer();
  const apps = await stand.seed(2, 3, 'free');
  await stand.withClient(async (client) => {
    const month = "date_trunc('month', now() at time zone 'utc')::date";
    for (const { customerId } of apps.filter((_, at) => at % 3 === 0)) {
      await client.query(`insert into usage_months values ($1, ${month}, 9800)`, [customerId]);
    }
  });
  const { databaseUrl, origins } = stand;
  const accounts = [...Map.groupBy(apps, ({ customerId }) => customerId).values()];
  const enough = (ledger: Ledger) =>
    accounts.every((apps) => {
      const appIds = new Set(apps.map(({ appId }) => appId));
      return ledger.count(({ appId, rejected }) => appIds.has(appId) && rejected.length > 0) > 0;
    });
  const load = { devices: 24, seconds: 2, enough, duplicates: 0.3 };
  const report = await runLedger({ databaseUrl, apps, origins, ...load });
  expect(report.accepted).toBe(2 * 200);
  // The 9,800 of each account that were there before were never sent.
  expect(report.findings).toEqual([
    { what: 'accounts whose usage is not the number of their stored events', count: 2 },
  ]);
});
