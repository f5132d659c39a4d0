import { seedApps } from '../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';
import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { readProcessUsage } from '../processes/process-usage.ts';
import { type LoadShape, measureService } from './ingest/measure-service.ts';
import { measureRedirects, type RedirectShape } from './links/measure-redirects.ts';
import { seedLinks } from './links/seed-links.ts';
import { median } from './median.ts';
import { prefillWal } from './prefill-wal.ts';

/** So many apps that none exceeds its requests a minute. */
const APPS = { accounts: 40, appsPerAccount: 50 };

interface Figures {
  /** Events or visits. */
  readonly perSecond: number;
  /** CPU time of the service for each, in µs: what others do on the machine hardly shows in it. */
  readonly micros: number;
}

/** `npm run bench -- country`; with `--help` it says what it does and takes. */
export const countryBench = defineCommand({
  about:
    'Measures what looking up countries costs ingest and redirects: two services over one database, one with COUNTRY_DATABASE=off, under the same load in turns.',
  options: {
    turns: { type: 'count', default: 7, about: 'how often each of the two is measured' },
    requests: { type: 'count', default: 2000, about: 'batches of 50 events in each turn' },
    visits: { type: 'count', default: 20_000, about: 'visits of links in each turn' },
  },
  run: ({ turns, requests, visits }) =>
    withPostgres(async ({ client, url }) => {
      const start = (env: Record<string, string>) => spawnSeedableBackend(url, { WORKERS: '0', ...env });
      const services = [await start({ COUNTRY_DATABASE: 'off' }), await start({})] as const;
      await prefillWal(client);
      const apps = await seedApps(client, SEED_SECRETS, APPS);
      const slugs = await seedLinks({ client, apps, count: 1000, prefix: 'country-' });
      try {
        const load = { apps, requests, batch: 50, connections: 32 };
        await compare('events', services, turns, (service) => ingest(service, load));
        const visit = { slugs, requests: visits, connections: 64 };
        await compare('redirects', services, turns, (service) => redirect(service, visit));
      } finally {
        await Promise.all(services.map((service) => service.close()));
      }
    }),
});

async function compare(
  what: string,
  [off, on]: readonly [SpawnedBackend, SpawnedBackend],
  turns: number,
  measure: (service: SpawnedBackend) => Promise<Figures>,
): Promise<void> {
  const [without, looking]: Figures[][] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    // Whoever is first in a turn is second in the next one.
    const isOffFirst = turn % 2 === 0;
    const [first, second] = [await measure(isOffFirst ? off : on), await measure(isOffFirst ? on : off)];
    without?.push(isOffFirst ? first : second);
    looking?.push(isOffFirst ? second : first);
  }
  if (!without || !looking) return;
  for (const [name, figures] of [
    ['without countries', without],
    ['with countries', looking],
  ] as const) {
    const rate = formatNumber(median(figures, ({ perSecond }) => perSecond).perSecond);
    const cpu = median(figures, ({ micros }) => micros).micros.toFixed(2);
    printRow(`${what} ${name}`, `${rate}/s, ${cpu} µs of CPU each`);
  }
  printChange('  rate, turn by turn', without, looking, ({ perSecond }) => perSecond);
  printChange('  CPU, turn by turn', without, looking, ({ micros }) => micros);
}

function printChange(
  name: string,
  without: readonly Figures[],
  looking: readonly Figures[],
  of: (figures: Figures) => number,
): void {
  const changes = looking.map((figures, turn) => (of(figures) / of(without[turn] ?? figures) - 1) * 100);
  const text = (change: number) => `${change > 0 ? '+' : ''}${change.toFixed(1)} %`;
  printRow(name, `${text(median(changes, (change) => change))} (${changes.map(text).join('  ')})`);
}

async function ingest(service: SpawnedBackend, load: LoadShape): Promise<Figures> {
  const { eventsPerSecond, serverMicrosPerEvent } = await measureService(service, load);
  return { perSecond: eventsPerSecond, micros: serverMicrosPerEvent };
}

async function redirect(
  { origin, process: { pid } }: SpawnedBackend,
  visit: RedirectShape,
): Promise<Figures> {
  if (pid === undefined) throw new Error('the service is not running');
  const before = readProcessUsage(pid);
  const { requestsPerSecond } = await measureRedirects(origin, visit);
  const micros = (readProcessUsage(pid).cpuMicros - before.cpuMicros) / visit.requests;
  return { perSecond: requestsPerSecond, micros };
}
