import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { rebuildRollups } from '@tributary/server/counters/rebuild/rebuild-rollups';
import {
  type CampaignRevenueRow,
  keptBooks,
  type RevenueRow,
} from '@tributary/server/payments/testing/books';
import { plannedCredit, planRevenue } from '@tributary/server/payments/testing/revenue/revenue-plan';
import { revenueReference } from '@tributary/server/payments/testing/revenue/revenue-reference';
import {
  type Arrival,
  arrivalsOf,
  createRevenueWorld,
  type RevenueWorld,
  recordedAs,
  reversalRows,
} from '@tributary/server/payments/testing/revenue/revenue-world';
import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import { randomFor } from '@tributary/server/testing/random';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedApps } from '../backend/seed-apps.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';

const SECRETS = {
  serviceSecret: 'a-service-secret-that-only-this-test-uses',
  previousServiceSecret: undefined,
  anonKey: 'an-anon-key-that-only-this-test-ever-uses',
};
const SHAPE = { devices: 40, payments: 85 };
const LANES = 8;
const KILLS = 3;

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const start = () =>
  spawnBackend({
    DATABASE_URL: database.url,
    SERVICE_SECRET: SECRETS.serviceSecret,
    ANON_KEY: SECRETS.anonKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
  });

async function makeWorld(seed: number, now: number): Promise<RevenueWorld> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const [app] = await seedApps(client, SECRETS, { accounts: 1, appsPerAccount: 1 }).finally(() =>
    client.end(),
  );
  if (app === undefined) throw new Error('there is no app');
  const tenant = { accountId: app.customerId, appId: app.appId, sdkSecret: app.secret };
  const random = randomFor(seed);
  const services = { workPool: pool, keyring: createKeyring(SECRETS) };
  return createRevenueWorld({ services }, tenant, random, planRevenue(random, seed, { ...SHAPE, now }));
}

/** Repeats a request until it is accepted, each time to any running server, as providers and devices do. */
async function insist(servers: readonly SpawnedBackend[], arrival: Arrival): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const server = servers[Math.floor(Math.random() * servers.length)];
    const { path, headers, body } = arrival;
    const answer = await fetch(`${server?.origin}${path}`, { method: 'POST', headers, body })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (answer && arrival.isTaken(answer.status, answer.text)) return;
    if (attempt > 200) throw new Error(`never taken: ${answer?.status} ${answer?.text}`);
    await pause(20);
  }
}

/** Kills the first server abruptly, as a power loss would, and starts another in its place. */
async function replaceFirst(servers: SpawnedBackend[]): Promise<void> {
  const [victim] = servers;
  if (victim === undefined) throw new Error('no server to kill');
  victim.process.kill('SIGKILL');
  await once(victim.process, 'exit');
  servers.shift();
  servers.push(await start());
}

/** Sends everything, one portion per kill: a server dies in the middle of each, with deliveries in flight. */
async function sendAndKill(servers: SpawnedBackend[], arrivals: readonly Arrival[]): Promise<void> {
  const portion = Math.ceil(arrivals.length / (KILLS + 1));
  for (let from = 0; from < arrivals.length; from += portion) {
    const waiting = arrivals.slice(from, from + portion);
    let sent = 0;
    const lanes = Array.from({ length: LANES }, async () => {
      for (let arrival = waiting[sent++]; arrival; arrival = waiting[sent++]) await insist(servers, arrival);
    });
    const isLast = from + portion >= arrivals.length;
    while (!isLast && sent < waiting.length / 2) await pause(1);
    await Promise.all([...lanes, isLast || replaceFirst(servers)]);
  }
}

async function untilSettled(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select ((select count(*) from event_queue) + (select count(*) from activity_queue)
         + (select count(*) from credit_queue))::int as waiting`,
    );
    if (rows[0]?.waiting === 0) return;
    await pause(50);
  }
}

test('500 deliveries in any order end in the same books, however often a server is killed', async () => {
  const seed = 21;
  const now = Date.now();
  const world = await makeWorld(seed, now);
  const arrivals = arrivalsOf(world, randomFor(seed + 1), now);
  expect(arrivals.filter(({ path }) => path !== '/v1/ingest').length).toBeGreaterThan(500);
  const servers = await Promise.all([start(), start()]);
  try {
    await sendAndKill(servers, arrivals);
    await untilSettled();
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }

  const services = { workPool: pool };
  const { accountId, appId } = world.tenant;
  const recorded = await recordedAs({ services }, world);
  const payments = recorded.filter(({ event_type }) => event_type === 'payment');
  for (const story of world.plan.payments) {
    const found = payments.filter(
      ({ reference }) => reference.endsWith(`-${story.key}`) || reference.endsWith(`_${story.key}`),
    );
    expect(found).toMatchObject([
      { amount: story.amount, currency: story.currency, ...plannedCredit(world.plan, story) },
    ]);
    const reversals = recorded.filter(
      ({ original }) => original !== null && original === found[0]?.reference,
    );
    expect(reversals).toHaveLength(reversalRows(story));
  }
  expect(payments).toHaveLength(world.plan.payments.length);

  const kept = await keptBooks({ services }, accountId);
  const question = { accountId, appIds: [appId], from: '2020-01-01', to: '2100-01-01' };
  expect(kept.revenue).toEqual(await revenueReference<RevenueRow>(pool, 'revenue', question));
  expect(kept.campaigns).toEqual(await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question));
  expect(await rebuildRollups(pool, accountId)).toMatchObject({ revenue: 0, campaign_revenue: 0 });
}, 240_000);
