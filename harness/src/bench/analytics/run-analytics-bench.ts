import { parseArgs } from 'node:util';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { resourceNamed } from '@tributary/server/analytics/resources';
import { rebuildRollups } from '@tributary/server/rollups/rebuild-rollups';
import { Client, Pool } from 'pg';
import { spawnBackend } from '../../backend/spawned-backend.ts';
import { seedApps } from '../ingest/seed-apps.ts';
import { heading, rate, row } from '../print-figures.ts';
import { drainQueues } from './drain-queues.ts';
import { type Explanation, explainResource, scansOf } from './explain-resource.ts';
import { createHistoryOwner, type HistoryOwner } from './history-owner.ts';
import { measureReports } from './measure-reports.ts';
import { DAYS, QUESTIONS, today } from './report-questions.ts';
import { type History, seedFlags, seedHistory, seedNeighbours } from './seed-history.ts';
import { seedPayments } from './seed-payments.ts';

const SECRETS = {
  serviceSecret: 'a-service-secret-that-only-benches-use',
  previousServiceSecret: undefined,
  anonKey: 'an-anon-key-that-only-the-benches-ever-use',
};
const APPS = 5;
const NEIGHBOURS = 10;

interface Sizes {
  readonly events: number;
  readonly installs: number;
  readonly payments: number;
  readonly requests: number;
}

/**
 * `npm run bench -- analytics [--events 10000000] [--installs 1000000] [--payments 500000] [--requests 300]`: how fast one account with
 * that much behind it is told about it while the service takes events at half the rate that it can, and what its
 * database looks at for that, with a tenth of the events and with all of them.
 */
export async function runAnalyticsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '10000000' },
      installs: { type: 'string', default: '1000000' },
      payments: { type: 'string', default: '500000' },
      requests: { type: 'string', default: '300' },
    },
  });
  const sizes = {
    events: Number(values.events),
    installs: Number(values.installs),
    payments: Number(values.payments),
    requests: Number(values.requests),
  };
  const postgres = await startTestPostgres({ durable: true });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await report(client, postgres.url, sizes);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function report(
  client: Client,
  url: string,
  { events, installs, payments, requests }: Sizes,
): Promise<void> {
  const service = await spawnBackend({
    DATABASE_URL: url,
    SERVICE_SECRET: SECRETS.serviceSecret,
    ANON_KEY: SECRETS.anonKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  });
  const owner = await createHistoryOwner(service, client, APPS);
  const neighbours = await seedApps(client, SECRETS, { accounts: 40, appsPerAccount: 50 });
  const history = { ...owner, eventsPerDevice: Math.round(events / installs), days: DAYS };
  const tenth = Math.round(installs / 10);

  const few = Math.round(payments / 10);
  await live(client, url, { ...history, from: 0, to: tenth });
  await pay(client, owner, 0, few);
  await seedNeighbours(client, owner.customerId, NEIGHBOURS);
  const early = await explainAll(client, owner);
  await live(client, url, { ...history, from: tenth, to: installs });
  await pay(client, owner, few, payments);
  await seedFlags(client, owner.customerId);
  await seedNeighbours(client, owner.customerId, NEIGHBOURS);
  const late = await explainAll(client, owner);
  printExplanations(early, late, events);
  await measureReports(service, owner, neighbours, requests);
  await measureRebuild(url, owner);
  await service.close();
}

/** A rebuild of counters that are right, beside the running service. */
async function measureRebuild(url: string, { customerId }: HistoryOwner): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  heading('Rebuild');
  const wrong: string[] = [];
  const took = await seconds(async () => {
    const found = await rebuildRollups(pool, customerId);
    for (const [counter, rows] of Object.entries(found)) if (rows > 0) wrong.push(`${rows} of ${counter}`);
  });
  await pool.end();
  row('counters against their facts', `${took.toFixed(1)} s, ${wrong.join(', ') || 'nothing wrong'}`);
}

/** A history happens, and the workers count it. */
async function live(client: Client, url: string, history: History): Promise<void> {
  const devices = history.to - history.from;
  heading(`${rate(devices)} devices with ${history.eventsPerDevice} events each over ${history.days} days`);
  const stored = await seconds(() => seedHistory(client, history));
  row('events stored, set by set', `${rate((devices * history.eventsPerDevice) / stored)} a second`);
  const counted = await seconds(() => drainQueues(client, url));
  row('installs decided and counted', `${rate(devices / counted)} a second`);
}

async function pay(client: Client, { customerId }: HistoryOwner, from: number, to: number): Promise<void> {
  const history = { customerId, from, to, days: DAYS, neighbours: NEIGHBOURS };
  const stored = await seconds(() => seedPayments(client, history));
  row('payments stored, set by set', `${rate((to - from) / stored)} a second`);
}

async function explainAll(client: Client, owner: HistoryOwner): Promise<Map<string, Explanation>> {
  const explained = new Map<string, Explanation>();
  for (const { name, parameters } of QUESTIONS) {
    const resource = resourceNamed(parameters.resource ?? '');
    const period = { from: parameters.date_from ?? today, to: parameters.date_to ?? today };
    if (resource) explained.set(name, await explainResource(client, resource, owner, { period, today }));
  }
  return explained;
}

function printExplanations(
  early: ReadonlyMap<string, Explanation>,
  late: ReadonlyMap<string, Explanation>,
  events: number,
): void {
  heading(`Pages of 8 KB looked at, with ${rate(events / 10)} and with ${rate(events)} events`);
  for (const [name, { buffers, ms }] of late)
    row(name, `${rate(early.get(name)?.buffers ?? 0)} and ${rate(buffers)}  ${ms.toFixed(1)} ms`);
  heading('Plans');
  for (const [name, { steps }] of late) {
    console.log(`  ${name}`);
    for (const step of steps) console.log(`    ${step}`);
  }
  const scans = [...late.values()].flatMap(scansOf);
  row('scans of a whole table', scans.length === 0 ? 'none' : scans.join('; '));
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
