import type { Client } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { formatNumber, printRow } from '../../command-line/print-figures.ts';
import type { LoadMeasurement } from '../measure-load.ts';
import { median } from '../median.ts';
import { measureRedirects, type RedirectShape } from './measure-redirects.ts';
import { seedDomains, seedLinks } from './seed-links.ts';

const CONNECTIONS = 192;
const ROUNDS = 3;
/** Links that everyone visits, and more than the service keeps QR codes of. */
const FEW = 1000;
const MANY = 20_000;

interface ComparisonParts {
  readonly client: Client;
  readonly apps: readonly SeededApp[];
  readonly service: SpawnedBackend;
  /** Slugs of links on the service's own host. */
  readonly many: readonly string[];
  /** How many links there are to be on domains. */
  readonly links: number;
  readonly requests: number;
}

/** Compares links on domains, and landing pages, with redirects on the service's own host, in turns. */
export async function compareDomainsAndPages({
  client,
  apps,
  service: { origin },
  many,
  links,
  requests,
}: ComparisonParts): Promise<void> {
  const load = { requests: Math.round(requests / 2), connections: CONNECTIONS };
  const compare = (name: string, shape: Omit<RedirectShape, 'requests' | 'connections'>) =>
    compareInTurns(name, origin, [
      { ...load, slugs: many.slice(0, shape.slugs.length) },
      { ...load, ...shape },
    ]);

  const owned = await seedDomains(client, apps);
  const domains = owned.map(({ id }) => id);
  const onDomains = await seedLinks({ client, apps, count: links, prefix: 'domain-', domains });
  const title = 'Spring sale';
  const pages = await seedLinks({ client, apps, count: Math.min(links, MANY), prefix: 'page-', title });
  await client.query('analyze links');
  const hosts = owned.map(({ host }) => host);
  await compare(`${formatNumber(links)} links on ${hosts.length} domains`, { slugs: onDomains, hosts });
  await compare('landing pages of 1,000 links', { slugs: pages.slice(0, FEW), gets: 'page' });
  await compare(`landing pages of ${formatNumber(pages.length)} links`, { slugs: pages, gets: 'page' });
}

async function compareInTurns(
  name: string,
  origin: string,
  [usual, other]: readonly [RedirectShape, RedirectShape],
): Promise<void> {
  const rounds: { usual: LoadMeasurement; other: LoadMeasurement }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      usual: await measureRedirects(origin, usual),
      other: await measureRedirects(origin, other),
    });
  const typical = median(rounds, (round) => round.other.requestsPerSecond).other;
  const ratios = rounds.map((round) => round.other.requestsPerSecond / round.usual.requestsPerSecond);
  const all = ratios.map((ratio) => ratio.toFixed(2)).join('  ');
  printRow(name, `${formatNumber(typical.requestsPerSecond)} requests/s  p50 ${typical.p50.toFixed(1)} ms`);
  printRow('  relative to redirects of as many', `${median(ratios, (ratio) => ratio).toFixed(2)} (${all})`);
}
