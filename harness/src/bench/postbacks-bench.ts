import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@tributary/db/migrate';
import { startFakeNetwork } from '@tributary/server/postbacks/testing/fake-network';
import type { Client } from 'pg';
import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { seedConfig, seedDeliveries } from '../backend/seed-postbacks.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { FEWEST_DRAINED, measureDrain } from './links/measure-attribution.ts';
import { forgetInstalls, seedInstalls } from './links/seed-installs.ts';
import { seedClicks, seedLinks } from './links/seed-links.ts';
import { median } from './median.ts';
import { prefillWal } from './prefill-wal.ts';

const NETWORKS = 5;
/** The others have to be done by then, in s. */
const LIMIT_S = 180;

/** `npm run bench -- postbacks`; with `--help` it says what it does and takes. */
export const postbacksBench = defineCommand({
  about: `Measures how long pending deliveries to five networks of which one hangs take the other four, and what postbacks cost
attribution.`,
  options: {
    deliveries: { type: 'count', default: 5000, about: 'deliveries pending, to all networks together' },
    installs: {
      type: 'count',
      from: FEWEST_DRAINED,
      default: 30_000,
      about: 'installs attributed for each figure',
    },
    rounds: { type: 'count', default: 9, about: 'how often each figure is measured' },
  },
  run: ({ deliveries, ...shape }) =>
    withPostgres(async ({ client, url }) => {
      await migrate(url);
      await prefillWal(client);
      const apps = await seedApps(client, SEED_SECRETS, { accounts: 20, appsPerAccount: 5 });
      await measureDelivery(client, url, apps, deliveries);
      await compareAttribution(client, url, apps, shape);
    }),
});

async function measureDelivery(
  client: Client,
  url: string,
  [app]: readonly SeededApp[],
  deliveries: number,
): Promise<void> {
  if (app === undefined) throw new Error('there is no app');
  printHeading(`${formatNumber(deliveries)} pending deliveries to ${NETWORKS} networks, one of which hangs`);
  const networks = await Promise.all(Array.from({ length: NETWORKS }, () => startFakeNetwork()));
  const configs: string[] = [];
  for (const [index, network] of networks.entries()) {
    network.script([index === 0 ? 'hang' : { status: 200, afterMs: 50 }]);
    const config = await seedConfig(client, SEED_SECRETS, app, { url: `${network.origin}/in` });
    await seedDeliveries(client, app, config, deliveries / NETWORKS);
    configs.push(config);
  }
  await client.query('analyze');
  const service = await spawnSeedableBackend(url, { ALLOW_LOOPBACK_POSTBACKS: '1' });
  try {
    const startedAt = performance.now();
    const others = configs.slice(1);
    await untilSent(client, others, startedAt);
    const seconds = (performance.now() - startedAt) / 1000;
    printRow('the other four are done after', `${seconds.toFixed(1)} s (limit ${LIMIT_S} s)`);
    printRow('  deliveries', `${formatNumber(((deliveries / NETWORKS) * others.length) / seconds)}/s`);
    printRow('sends to the one that hangs', String(networks[0]?.calls.length));
    if (seconds > LIMIT_S) process.exitCode = 1;
  } finally {
    await service.close();
    await Promise.all(networks.map((network) => network.close()));
    await client.query(
      'truncate postbacks, postback_queue, postback_attempts, postback_failures, attributions',
    );
    await client.query('truncate ad_network_configs');
  }
}

async function untilSent(client: Client, configs: readonly string[], startedAt: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      'select count(*)::int as waiting from postback_queue where config_id = any($1::uuid[])',
      [configs],
    );
    if (rows[0]?.waiting === 0) return;
    if (performance.now() - startedAt > 2 * LIMIT_S * 1000) throw new Error(`${rows[0]?.waiting} still wait`);
    await pause(100);
  }
}

/** What there is for the installs of a round: no network, networks that answer, or networks that never do. */
const KINDS = ['without', 'sent', 'waiting'] as const;
type Kind = (typeof KINDS)[number];

/**
 * The same kind of installs, attributed without configs and with one for every app, interleaved. To networks that never answer
 * hardly anything is sent: what is left is what it costs attribution to queue deliveries, without the sending beside it.
 */
async function compareAttribution(
  client: Client,
  url: string,
  apps: readonly SeededApp[],
  { installs, rounds }: { installs: number; rounds: number },
): Promise<void> {
  printHeading(`${formatNumber(installs)} installs attributed, with and without postbacks`);
  await seedLinks({ client, apps, count: 1000, prefix: 'bench-' });
  await seedClicks(client, installs * 6);
  const network = await startFakeNetwork();
  const rates: Record<Kind, number[]> = { without: [], sent: [], waiting: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      // Beginning with another each time: the database gets a little slower.
      for (const turn of KINDS.keys()) {
        const kind = KINDS[(turn + round) % KINDS.length] ?? 'without';
        network.script([kind === 'waiting' ? 'hang' : { status: 200 }]);
        if (kind !== 'without') {
          for (const app of apps)
            await seedConfig(client, SEED_SECRETS, app, { url: `${network.origin}/in` });
        }
        await seedInstalls(client, installs);
        const service = await spawnSeedableBackend(url, { ALLOW_LOOPBACK_POSTBACKS: '1' });
        rates[kind].push(await measureDrain(client));
        await service.close();
        await forgetInstalls(client);
      }
    }
  } finally {
    await network.close();
  }
  printRates(rates);
}

const TITLES: Record<Kind, string> = {
  without: 'without networks',
  sent: 'with networks that answer',
  waiting: 'with networks that never answer',
};

function printRates(rates: Readonly<Record<Kind, number[]>>): void {
  for (const kind of KINDS) {
    printRow(TITLES[kind], `${formatNumber(median(rates[kind], (rate) => rate))} installs/s`);
    if (kind === 'without') continue;
    const ratios = rates[kind].map((rate, round) => rate / (rates.without[round] ?? Number.NaN));
    const all = ratios.map((one) => one.toFixed(2)).join('  ');
    printRow('  of without', `${median(ratios, (ratio) => ratio).toFixed(2)} (${all})`);
  }
}
