import type { Client } from 'pg';
import { seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { stolenText } from '../machine-time.ts';
import type { LoadMeasurement } from '../measure-load.ts';
import { median } from '../median.ts';
import { prefillWal } from '../prefill-wal.ts';
import { measureBareWebhook, measurePayments, type PaymentShape } from './measure-payments.ts';
import { seedPayers, seedPayments, seedWebhooks } from './seed-webhooks.ts';

/** What is compared is measured in interleaved rounds, since the speed of a shared machine changes by the minute. */
const ROUNDS = 3;
/** So many accounts that no app exceeds its 600 deliveries a minute. */
const ACCOUNTS = 40;
const APPS_PER_ACCOUNT = 5;
const PAYERS = 50;

/** `npm run bench -- payments`; with `--help` it says what it does and takes. */
export const paymentsBench = defineCommand({
  about: `Measures how fast deliveries from payment providers are recorded on a machine that also runs PostgreSQL and the load
generator, compared with a bare route that verifies the same signature.`,
  options: {
    requests: { type: 'count', default: 6000, about: 'deliveries for each figure' },
    connections: { type: 'count', default: 32, about: 'connections that deliver' },
    stored: { type: 'count', default: 500_000, about: 'payments stored before it is measured again' },
  },
  run: ({ stored, ...load }) =>
    withPostgres(async ({ client, url }) => {
      await prefillWal(client);
      await compare(client, url, load, stored);
    }),
});

type Load = Pick<PaymentShape, 'requests' | 'connections'>;

async function compare(client: Client, url: string, load: Load, stored: number): Promise<void> {
  const service = await spawnSeedableBackend(url);
  try {
    const apps = await seedApps(client, SEED_SECRETS, {
      accounts: ACCOUNTS,
      appsPerAccount: APPS_PER_ACCOUNT,
    });
    const webhooks = await seedWebhooks(client, SEED_SECRETS, apps);
    await seedPayers(client, PAYERS);
    const shape = { ...load, webhooks, payers: PAYERS };
    printHeading('No payments stored');
    await compareRounds(service.origin, { ...shape, prefix: 'few', expected: '"recorded"' });
    await seedPayments(client, stored);
    printHeading(`${formatNumber(stored)} payments stored`);
    await compareRounds(service.origin, { ...shape, prefix: 'many', expected: '"recorded"' });
    printHeading('The same deliveries again');
    await compareRounds(service.origin, { ...shape, prefix: 'many', expected: '"duplicate"' });
  } finally {
    await service.close();
  }
}

async function compareRounds(origin: string, shape: PaymentShape): Promise<void> {
  const bare: LoadMeasurement[] = [];
  const full: LoadMeasurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const turn = { ...shape, prefix: `${shape.prefix}-${round}` };
    bare.push(await measureBareWebhook(turn));
    full.push(await measurePayments(origin, turn));
  }
  measured('bare route, signature verified', bare);
  measured('webhook', full);
  const ratios = full.map((one, at) => one.requestsPerSecond / (bare[at]?.requestsPerSecond ?? Number.NaN));
  const ofBare = median(ratios, (ratio) => ratio).toFixed(3);
  printRow('  of bare', `${ofBare} (${ratios.map((ratio) => ratio.toFixed(3)).join('  ')})`);
}

function measured(name: string, rounds: readonly LoadMeasurement[]): void {
  const { requestsPerSecond, p50, p95, p99, stolen } = median(rounds, (one) => one.requestsPerSecond);
  const times = `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} p99 ${p99.toFixed(1)} ms`;
  printRow(name, `${formatNumber(requestsPerSecond)} requests/s  ${times}  ${stolenText(stolen)}`);
}
