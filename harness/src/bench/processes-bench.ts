import type { Client } from 'pg';
import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';
import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { measureService } from './ingest/measure-service.ts';
import { FEWEST_DRAINED, measureDrain } from './links/measure-attribution.ts';
import { measureRedirects } from './links/measure-redirects.ts';
import { forgetInstalls, seedInstalls } from './links/seed-installs.ts';
import { seedClicks, seedLinks } from './links/seed-links.ts';
import { median } from './median.ts';
import { measurePayments } from './payments/measure-payments.ts';
import { seedPayers, seedWebhooks } from './payments/seed-webhooks.ts';
import { prefillWal } from './prefill-wal.ts';

/** So many apps that none exceeds its requests a minute. */
const APPS = { accounts: 40, appsPerAccount: 50 };
const PAYERS = 20;

/** Puts a service of so many processes under a load; returns what it does in a second. */
type Measure = (processes: number) => Promise<number>;
/** A service to which requests are sent. */
type MeasureRequests = (service: SpawnedBackend) => Promise<number>;

interface Shape {
  readonly processes: number;
  readonly turns: number;
  readonly requests: number;
  readonly installs: number;
}

/** `npm run bench -- processes`; with `--help` it says what it does and takes. */
export const processesBench = defineCommand({
  about: `Compares a service of several processes with one of a single process, over one database and under the same loads in turns.`,
  options: {
    processes: { type: 'count', from: 2, default: 2, about: 'processes of the one that is compared' },
    turns: { type: 'count', default: 5, about: 'how often each of the two is measured' },
    requests: { type: 'count', default: 2000, about: 'batches of 50 events in each turn' },
    installs: {
      type: 'count',
      from: FEWEST_DRAINED,
      default: 20_000,
      about: 'installs attributed in each turn',
    },
  },
  run: (shape) =>
    withPostgres(async ({ client, url }) => {
      const apps = await prepare(client, url);
      await compareRequests(client, url, apps, shape);
      await compareAttribution(client, url, shape);
    }),
});

async function prepare(client: Client, url: string): Promise<SeededApp[]> {
  // Whoever is first makes the tables.
  await (await spawnSeedableBackend(url)).close();
  await prefillWal(client);
  return await seedApps(client, SEED_SECRETS, APPS);
}

async function compareRequests(
  client: Client,
  url: string,
  apps: readonly SeededApp[],
  shape: Shape,
): Promise<void> {
  const loads = await prepareLoads(client, apps, shape.requests);
  const start = (count: number) => spawnSeedableBackend(url, { WORKERS: '0', PROCESSES: String(count) });
  const [one, several] = [await start(1), await start(shape.processes)];
  const serviceOf = (count: number) => (count === 1 ? one : several);
  try {
    for (const [what, measure] of loads)
      await compare(client, what, (count) => measure(serviceOf(count)), shape);
  } finally {
    await one.close();
    await several.close();
  }
}

async function prepareLoads(
  client: Client,
  apps: readonly SeededApp[],
  requests: number,
): Promise<[string, MeasureRequests][]> {
  const slugs = await seedLinks({ client, apps, count: 1000, prefix: 'processes-' });
  const webhooks = await seedWebhooks(client, SEED_SECRETS, apps);
  await seedPayers(client, PAYERS);
  const events = (batch: number, count: number, connections: number) => async (service: SpawnedBackend) =>
    (await measureService(service, { apps, requests: count, batch, connections })).eventsPerSecond;
  const visits = { slugs, requests: 8 * requests, connections: 64 };
  let turn = 0;
  const deliveries = () => ({
    webhooks,
    payers: PAYERS,
    requests: 2 * requests,
    connections: 64,
    // Another payment each time.
    prefix: `processes-${turn++}`,
    expected: '"recorded"',
  });
  return [
    ['events in batches of 50', events(50, requests, 32)],
    ['single events', events(1, 8 * requests, 128)],
    ['redirects', async ({ origin }) => (await measureRedirects(origin, visits)).requestsPerSecond],
    [
      'payment webhooks',
      async ({ origin }) => (await measurePayments(origin, deliveries())).requestsPerSecond,
    ],
  ];
}

/** Workers of a service that starts with installs queued. */
async function compareAttribution(client: Client, url: string, shape: Shape): Promise<void> {
  await forgetInstalls(client);
  await client.query('truncate clicks');
  await seedClicks(client, shape.installs * 6);
  const measure = async (count: number) => {
    await seedInstalls(client, shape.installs);
    const service = await spawnSeedableBackend(url, { PROCESSES: String(count) });
    try {
      return await measureDrain(client);
    } finally {
      await service.close();
      await forgetInstalls(client);
    }
  };
  await compare(client, 'installs attributed', measure, shape);
}

async function compare(
  client: Client,
  what: string,
  measure: Measure,
  { processes, turns }: Pick<Shape, 'processes' | 'turns'>,
): Promise<void> {
  // Warm, because each of several processes sees but its share of the requests that warm a process up.
  for (const count of [1, processes]) await measure(count);
  // What the load before left to do would slow down whoever needs more of the machine.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const rates = { one: [] as number[], several: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    // Whoever is first in a turn is second in the next one.
    if (turn % 2 === 0) rates.one.push(await measure(1));
    rates.several.push(await measure(processes));
    if (turn % 2 === 1) rates.one.push(await measure(1));
  }
  const typical = (all: readonly number[]) => median(all, (rate) => rate);
  const ratios = rates.several.map((rate, turn) => rate / (rates.one[turn] ?? Number.NaN));
  printRow(
    what,
    `${formatNumber(typical(rates.one))}/s by one, ${formatNumber(typical(rates.several))}/s by ${processes}`,
  );
  printRow(
    '  several relative to one',
    `${typical(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join('  ')})`,
  );
}
