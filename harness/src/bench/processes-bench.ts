import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';
import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { measureService } from './ingest/measure-service.ts';
import { measureRedirects } from './links/measure-redirects.ts';
import { seedLinks } from './links/seed-links.ts';
import { median } from './median.ts';
import { prefillWal } from './prefill-wal.ts';

/** So many apps that none exceeds its requests a minute. */
const APPS = { accounts: 40, appsPerAccount: 50 };

/** A load on a service; returns what it takes in a second. */
type Measure = (service: SpawnedBackend) => Promise<number>;

/** `npm run bench -- processes`; with `--help` it says what it does and takes. */
export const processesBench = defineCommand({
  about: `Compares a service of several processes with one of a single process, over one database and under the same loads in turns.`,
  options: {
    processes: { type: 'count', default: 2, about: 'processes of the one that is compared' },
    turns: { type: 'count', default: 5, about: 'how often each of the two is measured' },
    requests: { type: 'count', default: 2000, about: 'batches of 50 events in each turn' },
  },
  run: ({ processes, turns, requests }) =>
    withPostgres(async ({ client, url }) => {
      const start = (count: number) => spawnSeedableBackend(url, { WORKERS: '0', PROCESSES: String(count) });
      const [one, several] = [await start(1), await start(processes)];
      await prefillWal(client);
      const apps = await seedApps(client, SEED_SECRETS, APPS);
      const slugs = await seedLinks({ client, apps, count: 1000, prefix: 'processes-' });
      try {
        for (const [what, measure] of loads(apps, slugs, requests))
          await compare(what, one, several, measure, { processes, turns });
      } finally {
        await one.close();
        await several.close();
      }
    }),
});

function loads(apps: readonly SeededApp[], slugs: readonly string[], requests: number): [string, Measure][] {
  const events = (batch: number, count: number, connections: number) => async (service: SpawnedBackend) =>
    (await measureService(service, { apps, requests: count, batch, connections })).eventsPerSecond;
  const visits = { slugs, requests: 8 * requests, connections: 64 };
  return [
    ['events in batches of 50', events(50, requests, 32)],
    ['single events', events(1, 8 * requests, 128)],
    ['redirects', async ({ origin }) => (await measureRedirects(origin, visits)).requestsPerSecond],
  ];
}

async function compare(
  what: string,
  one: SpawnedBackend,
  several: SpawnedBackend,
  measure: Measure,
  { processes, turns }: { processes: number; turns: number },
): Promise<void> {
  const rates = { one: [] as number[], several: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    // Whoever is first in a turn is second in the next one.
    if (turn % 2 === 0) rates.one.push(await measure(one));
    rates.several.push(await measure(several));
    if (turn % 2 === 1) rates.one.push(await measure(one));
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
