import type { Client } from 'pg';
import { preloadEvents } from '../../backend/preload-events.ts';
import { type SeededApp, seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { stolenText } from '../machine-time.ts';
import { median } from '../median.ts';
import { prefillWal } from '../prefill-wal.ts';
import { type LoadShape, type Measurement, measureService } from './measure-service.ts';
import { measureBareRoute, measureRawInsert } from './references.ts';

/** So many apps that none exceeds its requests a minute, even if several measurements fall into one minute. */
const APPS = { accounts: 40, appsPerAccount: 50 };
const CONNECTIONS = 32;
/** More single events in flight make up for their size. */
const SINGLE_CONNECTIONS = 128;
/** As in the service's writer. */
const WRITER = { connections: 3, perStatement: 500 };

/** What is compared is measured in interleaved rounds, since the speed of a shared machine changes by the minute. */
const ROUNDS = 3;

/** `npm run bench -- ingest`; with `--help` it says what it does and takes. */
export const ingestBench = defineCommand({
  about: `Measures how fast the service ingests events on a machine that also runs PostgreSQL and the load generator, compared
with what PostgreSQL and the HTTP layer can do alone.`,
  options: {
    preload: {
      type: 'count',
      default: 5_000_000,
      about: 'events stored before it is measured again; 0 for an empty table only',
    },
    scale: { type: 'number', default: 1, about: 'multiplies the number of requests' },
  },
  run: ({ preload, scale }) =>
    withPostgres(async ({ client, url }) => {
      const bench = await openBench(url, client, scale);
      try {
        await compare(bench, 'an empty table');
        if (preload === 0) return;
        await preloadEvents(client, bench.apps, preload);
        await compare(bench, `${preload.toLocaleString('en')} events stored`);
      } finally {
        await bench.service.close();
      }
    }),
});

interface Bench {
  /** Length of the measurements, as a share of the full length. */
  readonly scale: number;
  readonly url: string;
  readonly client: Client;
  readonly service: SpawnedBackend;
  readonly apps: readonly SeededApp[];
}

async function openBench(url: string, client: Client, scale: number): Promise<Bench> {
  const service = await spawnSeedableBackend(url, { WORKERS: '0' });
  await prefillWal(client);
  return { scale, url, client, service, apps: await seedApps(client, SEED_SECRETS, APPS) };
}

async function compare(bench: Bench, title: string): Promise<void> {
  console.log(`\n${title}`);
  await compareBatches(bench);
  await compareSingles(bench);
}

async function compareBatches(bench: Bench): Promise<void> {
  const { url, apps, service, scale } = bench;
  const measure = (load: LoadShape) => measureService(service, load);
  const raw = () => measureRawInsert({ url, apps, events: Math.round(150_000 * scale), ...WRITER });
  const raws = [await raw()];
  const full: Measurement[] = [];
  const noIds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    full.push(await measure(shape(bench, 50, 3000)));
    raws.push(await raw());
    noIds.push(await measure(shape(bench, 50, 3000, { withIds: false })));
  }
  printRow(
    'raw insert, same statement',
    `${formatNumber(median(raws, identity))} events/s (${raws.map(formatNumber).join('  ')})`,
  );
  const typical = median(full, eventRate);
  printMeasurement('batches of 50', typical);
  const around = full.map((_, round) => ((raws[round] ?? 0) + (raws[round + 1] ?? 0)) / 2);
  printRatios('  relative to raw insert', full, around);
  const perSecond = typical.requestsPerSecond / 2;
  await prefillWal(bench.client);
  const half: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++)
    half.push(await measure(shape(bench, 50, 3000, { perSecond })));
  printMeasurement(
    'batches of 50 at half that rate',
    median(half, ({ p99 }) => p99),
  );
  for (const { p50, p99, stolen } of half)
    printRow('', `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms  ${stolenText(stolen)}`);
  printMeasurement('batches of 50 without device-days', median(noIds, eventRate));
  printRatios('  with relative to without', full, noIds.map(eventRate));
  printMeasurement('batches of 10', await measure(shape(bench, 10, 20_000)));
}

async function compareSingles(bench: Bench): Promise<void> {
  const connections = SINGLE_CONNECTIONS;
  const singles: Measurement[] = [];
  const bare: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    singles.push(await measureService(bench.service, shape(bench, 1, 25_000, { connections })));
    bare.push(await measureBareRoute(shape(bench, 1, 25_000, { connections, withIds: false })));
  }
  printMeasurement('single events', median(singles, eventRate));
  printMeasurement('single events on a bare Hono route', median(bare, eventRate));
  printRatios('  relative to the bare route', singles, bare.map(eventRate));
}

function shape(
  { apps, scale }: Bench,
  batch: number,
  requests: number,
  more: Partial<LoadShape> = {},
): LoadShape {
  return { apps, batch, requests: Math.round(requests * scale), connections: CONNECTIONS, ...more };
}

function identity(value: number): number {
  return value;
}

function eventRate({ eventsPerSecond }: Measurement): number {
  return eventsPerSecond;
}

/** Prints the median of the rounds' ratios, and all of them. */
function printRatios(name: string, measurements: readonly Measurement[], to: readonly number[]): void {
  const each = measurements.map(({ eventsPerSecond }, round) => eventsPerSecond / (to[round] ?? Number.NaN));
  printRow(
    name,
    `${median(each, identity).toFixed(2)} (${each.map((ratio) => ratio.toFixed(2)).join('  ')})`,
  );
}

function printMeasurement(name: string, m: Measurement): void {
  printRow(
    name,
    `${formatNumber(m.eventsPerSecond)} events/s  ${formatNumber(m.requestsPerSecond)} requests/s  ` +
      `p50 ${m.p50.toFixed(1)} p95 ${m.p95.toFixed(1)} p99 ${m.p99.toFixed(1)} ms  ` +
      `${m.serverMicrosPerEvent.toFixed(1)} µs/event  ${Math.round(m.peakMemoryBytes / 1_048_576)} MB  ` +
      stolenText(m.stolen),
  );
}
