import { resourceNamed } from '@tributary/server/analytics/resources';
import { rebuildRollups } from '@tributary/server/counters/rebuild/rebuild-rollups';
import { type Client, Pool } from 'pg';
import { seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { drainQueues } from './drain-queues.ts';
import { type Explanation, explainResource, findFullScans } from './explain-resource.ts';
import { createHistoryOwner, type HistoryOwner } from './history-owner.ts';
import { measureReports } from './measure-reports.ts';
import { DAYS, REPORT_REQUESTS, today } from './report-requests.ts';
import { type History, seedFlags, seedHistory, seedNeighbours } from './seed-history.ts';
import { seedPayments } from './seed-payments.ts';

const APPS = 5;
const NEIGHBOURS = 10;

interface Sizes {
  readonly events: number;
  readonly installs: number;
  readonly payments: number;
  readonly requests: number;
}

/** `npm run bench -- analytics`; with `--help` it says what it does and takes. */
export const analyticsBench = defineCommand({
  about: `Measures the reports of an account with a history while the service ingests events at half its full rate, and the
pages that the database reads for them, with a tenth of the events and with all of them.`,
  options: {
    events: { type: 'count', default: 10_000_000, about: 'events of the account' },
    installs: { type: 'count', default: 1_000_000, about: 'installs among them' },
    payments: { type: 'count', default: 500_000, about: 'payments recorded' },
    requests: { type: 'count', default: 300, about: 'requests for each report' },
  },
  run: (sizes) => withPostgres(({ client, url }) => report(client, url, sizes)),
});

async function report(
  client: Client,
  url: string,
  { events, installs, payments, requests }: Sizes,
): Promise<void> {
  const service = await spawnSeedableBackend(url);
  const owner = await createHistoryOwner(service, client, APPS);
  const neighbours = await seedApps(client, SEED_SECRETS, { accounts: 40, appsPerAccount: 50 });
  const history = { ...owner, eventsPerDevice: Math.round(events / installs), days: DAYS };
  const tenth = Math.round(installs / 10);

  const few = Math.round(payments / 10);
  await seedAndCount(client, url, { ...history, from: 0, to: tenth });
  await seedAndPrintPayments(client, owner, 0, few);
  await seedNeighbours(client, owner.customerId, NEIGHBOURS);
  const early = await explainAll(client, owner);
  await seedAndCount(client, url, { ...history, from: tenth, to: installs });
  await seedAndPrintPayments(client, owner, few, payments);
  await seedFlags(client, owner.customerId);
  await seedNeighbours(client, owner.customerId, NEIGHBOURS);
  const late = await explainAll(client, owner);
  printExplanations(early, late, events);
  await measureReports(service, owner, neighbours, requests);
  await measureRebuild(url, owner);
  await service.close();
}

/** Rebuilds counters that are correct, while the service is running. */
async function measureRebuild(url: string, { customerId }: HistoryOwner): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  printHeading('Rebuild');
  const wrong: string[] = [];
  const took = await seconds(async () => {
    const found = await rebuildRollups(pool, customerId);
    for (const [counter, rows] of Object.entries(found)) if (rows > 0) wrong.push(`${rows} of ${counter}`);
  });
  await pool.end();
  printRow(
    'counters checked against their facts',
    `${took.toFixed(1)} s, ${wrong.join(', ') || 'nothing wrong'}`,
  );
}

/** Stores a part of the history and lets the workers count it. */
async function seedAndCount(client: Client, url: string, history: History): Promise<void> {
  const devices = history.to - history.from;
  printHeading(
    `${formatNumber(devices)} devices with ${history.eventsPerDevice} events each over ${history.days} days`,
  );
  const stored = await seconds(() => seedHistory(client, history));
  printRow('events stored in bulk', `${formatNumber((devices * history.eventsPerDevice) / stored)}/s`);
  const counted = await seconds(() => drainQueues(client, url));
  printRow('installs attributed and counted', `${formatNumber(devices / counted)}/s`);
}

async function seedAndPrintPayments(
  client: Client,
  { customerId }: HistoryOwner,
  from: number,
  to: number,
): Promise<void> {
  const history = { customerId, from, to, days: DAYS, neighbours: NEIGHBOURS };
  const stored = await seconds(() => seedPayments(client, history));
  printRow('payments stored in bulk', `${formatNumber((to - from) / stored)}/s`);
}

async function explainAll(client: Client, owner: HistoryOwner): Promise<Map<string, Explanation>> {
  const explained = new Map<string, Explanation>();
  for (const { name, parameters } of REPORT_REQUESTS) {
    const resource = resourceNamed(parameters.resource ?? '');
    const period = { from: parameters.date_from ?? today, to: parameters.date_to ?? today };
    const request = { period, today, hasFeature: () => true };
    if (resource) explained.set(name, await explainResource(client, resource, owner, request));
  }
  return explained;
}

function printExplanations(
  early: ReadonlyMap<string, Explanation>,
  late: ReadonlyMap<string, Explanation>,
  events: number,
): void {
  printHeading(`8 KB pages read, with ${formatNumber(events / 10)} and with ${formatNumber(events)} events`);
  for (const [name, { buffers, ms }] of late)
    printRow(
      name,
      `${formatNumber(early.get(name)?.buffers ?? 0)} and ${formatNumber(buffers)}  ${ms.toFixed(1)} ms`,
    );
  printHeading('Plans');
  for (const [name, { steps }] of late) {
    console.log(`  ${name}`);
    for (const step of steps) console.log(`    ${step}`);
  }
  const scans = [...late.values()].flatMap(findFullScans);
  printRow('full table scans', scans.length === 0 ? 'none' : scans.join('; '));
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
