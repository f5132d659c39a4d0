import type { Client } from 'pg';
import { type SeededApp, seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { drainQueues } from '../analytics/drain-queues.ts';
import { createHistoryOwner, type HistoryOwner } from '../analytics/history-owner.ts';
import { DAYS } from '../analytics/report-requests.ts';
import { seedFlags, seedHistory, seedNeighbours } from '../analytics/seed-history.ts';
import { seedPayments } from '../analytics/seed-payments.ts';
import { measureIngestWatched } from './measure-ingest-watched.ts';
import { measureLiveEvents } from './measure-live-events.ts';
import { measureLiveMemory } from './measure-live-memory.ts';
import { measureOverview } from './measure-overview.ts';
import { openConsole } from './open-console.ts';
import { withPlainBrowser } from './plain-browser.ts';

const APPS = 5;
const NEIGHBOURS = 10;
/** Apps that send at full rate, so that none of them exceeds its 600 requests a minute. */
const SENDERS = 30;

interface Sizes {
  readonly events: number;
  readonly installs: number;
  readonly payments: number;
  readonly visits: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** `npm run bench -- console`; with `--help` it says what it does and takes. */
export const consoleBench = defineCommand({
  about: `Measures the console in Chromium: how long its overview takes with a history behind it, how soon an event is shown, what
memory the live view takes while 1,000 events a second arrive, and what watching costs ingest.`,
  options: {
    events: { type: 'count', default: 1_000_000, about: 'events of the account' },
    installs: { type: 'count', default: 20_000, about: 'installs among them' },
    payments: { type: 'count', default: 10_000, about: 'payments recorded' },
    visits: { type: 'count', default: 30, about: 'visits of the overview, and live events' },
    seconds: { type: 'count', default: 60, about: 'how long the live view is watched' },
    rounds: { type: 'count', default: 7, about: 'turns of ingest with and without a watcher' },
  },
  run: (sizes) => withPostgres(({ client, url }) => report(client, url, sizes)),
});

async function report(client: Client, url: string, sizes: Sizes): Promise<void> {
  const service = await spawnSeedableBackend(url);
  try {
    const owner = await createHistoryOwner(service, client, APPS);
    await seedAccount(client, url, owner, sizes);
    const senders = await seedApps(client, SEED_SECRETS, { accounts: SENDERS, appsPerAccount: 1 });
    const watched = await owner.senderOf(owner.appIds[0] ?? '');
    await withPlainBrowser((browser) => measureOverview(browser, service.origin, owner, sizes.visits));
    const opened = await openConsole(service.origin, owner.token);
    try {
      await measureLiveEvents(opened, service, watched, sizes.visits);
      await measureLiveMemory(opened, service, [watched, ...senders.slice(0, 3)], sizes.seconds);
      const apps: SeededApp[] = [watched, ...senders.slice(1)];
      await measureIngestWatched(opened, service, { apps, token: owner.token, rounds: sizes.rounds });
    } finally {
      await opened.close();
    }
  } finally {
    await service.close();
  }
}

/** The history of the analytics bench, counted by the service's own workers. */
async function seedAccount(
  client: Client,
  url: string,
  owner: HistoryOwner,
  { events, installs, payments }: Sizes,
): Promise<void> {
  printHeading(`${formatNumber(events)} events of ${formatNumber(installs)} devices over ${DAYS} days`);
  const startedAt = performance.now();
  const devices = {
    from: 0,
    to: installs,
    eventsPerDevice: Math.max(1, Math.round(events / installs)),
    days: DAYS,
  };
  await seedHistory(client, { ...owner, ...devices });
  printRow('stored after', secondsSince(startedAt));
  await drainQueues(client, url);
  await seedPayments(client, { ...owner, from: 0, to: payments, days: DAYS, neighbours: NEIGHBOURS });
  await seedFlags(client, owner.customerId);
  await seedNeighbours(client, owner.customerId, NEIGHBOURS);
  printRow('attributed and counted after', secondsSince(startedAt));
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
}
