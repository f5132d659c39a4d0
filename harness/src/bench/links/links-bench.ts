import type { Client } from 'pg';
import { type SeededApp, seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { stolenText } from '../machine-time.ts';
import type { LoadMeasurement } from '../measure-load.ts';
import { median } from '../median.ts';
import { prefillWal } from '../prefill-wal.ts';
import { compareDomainsAndPages } from './compare-domains-and-pages.ts';
import {
  describeModels,
  explainCandidates,
  FEWEST_DRAINED,
  measureDrain,
  measureLag,
} from './measure-attribution.ts';
import { measureBareRedirects, measureRedirects, type RedirectShape } from './measure-redirects.ts';
import { seedInstalls } from './seed-installs.ts';
import { seedClicks, seedLinks } from './seed-links.ts';

const CONNECTIONS = 192;
const FEW_LINKS = 1000;
/** What is compared is measured in interleaved rounds, since the speed of a shared machine changes by the minute. */
const ROUNDS = 3;

/** `npm run bench -- links`; with `--help` it says what it does and takes. */
export const linksBench = defineCommand({
  about: `Measures how fast links redirect and installs are attributed on a machine that also runs PostgreSQL and the load
generator.`,
  options: {
    links: {
      type: 'count',
      default: 200_000,
      about: 'links stored on the own host, and as many on 100 domains',
    },
    clicks: { type: 'count', default: 1_000_000, about: 'clicks stored' },
    installs: { type: 'count', from: FEWEST_DRAINED, default: 20_000, about: 'installs to attribute' },
    requests: { type: 'count', default: 60_000, about: 'visits; each measurement makes half of them' },
  },
  run: (sizes) =>
    withPostgres(async ({ client, url }) => {
      await prefillWal(client);
      await compare(client, url, sizes);
    }),
});

interface Comparison {
  readonly requestsPerSecond: number;
  /** The rate relative to that of a bare redirect in the same minute. */
  readonly ofBare: number;
}

interface Sizes {
  readonly links: number;
  readonly clicks: number;
  readonly installs: number;
  readonly requests: number;
}

async function compare(client: Client, url: string, sizes: Sizes): Promise<void> {
  let service = await spawnSeedableBackend(url, { WORKERS: '0' });
  const apps = await seedApps(client, SEED_SECRETS, { accounts: 20, appsPerAccount: 5 });
  const few = await seedLinks({ client, apps, count: FEW_LINKS, prefix: 'few-' });
  console.log(`\n${FEW_LINKS.toLocaleString('en')} links, no clicks stored`);
  const before = await compareRedirects(client, service, few, sizes.requests);
  await client.query('truncate clicks, link_counts, click_count_queue');

  const many = await seedLinks({ client, apps, count: sizes.links, prefix: 'many-' });
  await seedClicks(client, sizes.clicks);
  console.log(
    `\n${sizes.links.toLocaleString('en')} links, ${sizes.clicks.toLocaleString('en')} clicks stored`,
  );
  const after = await compareRedirects(client, service, many, sizes.requests);
  await compareDomainsAndPages({ client, apps, service, many, ...sizes });
  printRow('redirects, relative to before', (after.requestsPerSecond / before.requestsPerSecond).toFixed(2));
  printRow('  each relative to bare redirects', (after.ofBare / before.ofBare).toFixed(2));
  await service.close();

  await seedInstalls(client, sizes.installs);
  service = await spawnSeedableBackend(url, { WORKERS: '1' });
  printRow(
    'installs attributed by one worker',
    `${formatNumber(await measureDrain(client))}/s (${await describeModels(client)})`,
  );
  await reportLag(client, service, apps);
  await service.close();
  console.log('\nCandidate look-up for 500 installs');
  for (const line of await explainCandidates(client)) console.log(`  ${line}`);
}

async function compareRedirects(
  client: Client,
  { origin }: SpawnedBackend,
  slugs: readonly string[],
  requests: number,
): Promise<Comparison> {
  const shape = { slugs, requests: Math.round(requests / 2), connections: CONNECTIONS };
  const bare: LoadMeasurement[] = [];
  const full: LoadMeasurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await measureBareRedirects(shape));
    full.push(await measureRedirects(origin, shape));
  }
  const ratios = full.map(
    (one, round) => one.requestsPerSecond / (bare[round]?.requestsPerSecond ?? Number.NaN),
  );
  const typical = median(full, ({ requestsPerSecond }) => requestsPerSecond);
  const ofBare = median(ratios, (ratio) => ratio);
  printMeasurement(
    'bare Hono redirect',
    median(bare, ({ requestsPerSecond }) => requestsPerSecond),
  );
  printMeasurement('redirects, click stored', typical);
  printRow(
    '  relative to bare redirects',
    `${ofBare.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join('  ')})`,
  );
  await prefillWal(client);
  await compareTails(origin, { ...shape, perSecond: typical.requestsPerSecond / 2 });
  return { requestsPerSecond: typical.requestsPerSecond, ofBare };
}

/** Compares tail latencies at half the full rate with those of a bare redirect at the same rate. */
async function compareTails(origin: string, half: RedirectShape): Promise<void> {
  const bare: LoadMeasurement[] = [];
  const full: LoadMeasurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await measureBareRedirects(half));
    full.push(await measureRedirects(origin, half));
  }
  for (const [name, rounds] of [
    ['redirects at half that rate', full],
    ['bare redirects at the same rate', bare],
  ] as const) {
    printMeasurement(
      name,
      median(rounds, ({ p99 }) => p99),
    );
    for (const { p50, p99, stolen } of rounds)
      printRow('', `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms  ${stolenText(stolen)}`);
  }
}

async function reportLag(
  client: Client,
  { origin }: SpawnedBackend,
  apps: readonly SeededApp[],
): Promise<void> {
  const lags = await measureLag(client, origin, apps, { installs: 200, perSecond: 20 });
  const at = (share: number) => (lags[Math.floor(lags.length * share)] ?? Number.NaN).toFixed(0);
  printRow('accepted to attributed, idle', `p50 ${at(0.5)} p99 ${at(0.99)} ms`);
}

function printMeasurement(name: string, { requestsPerSecond, p50, p99, stolen }: LoadMeasurement): void {
  const times = `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`;
  printRow(name, `${formatNumber(requestsPerSecond)} requests/s  ${times}  ${stolenText(stolen)}`);
}
