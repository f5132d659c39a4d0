import { connect } from '@tributary/db/connect';
import { seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printRow } from '../../command-line/print-figures.ts';
import { stolenText } from '../machine-time.ts';
import { median } from '../median.ts';
import { type LoadShape, type Measurement, measureService } from './measure-service.ts';

/** Customers, each with so many apps that none exceeds its requests a minute. */
const APPS = { accounts: 50, appsPerAccount: 40 };

type Measure = () => Promise<Measurement>;

/** `npm run bench -- citus`; with `--help` it says what it does and takes. */
export const citusBench = defineCommand({
  about: `Measures how fast the service ingests events of 50 customers on a cluster of Citus and on a plain PostgreSQL, in turns.
What is compared are the servers: they should have the same settings and share the same cores.`,
  options: {
    citus: { type: 'text', value: 'URL', about: 'an empty database of a coordinator, known on its nodes' },
    plain: { type: 'text', value: 'URL', about: 'an empty database of a plain PostgreSQL' },
    turns: { type: 'count', default: 5, about: 'how often each of the two is measured' },
    requests: { type: 'count', default: 800, about: 'batches of 50 events in each turn' },
  },
  async run({ citus, plain, turns, requests }) {
    if (citus === undefined || plain === undefined) throw new Error('--citus and --plain are needed');
    const onPlain = await openService(plain, requests);
    const onCitus = await openService(citus, requests);
    try {
      await compare(onPlain.measure, onCitus.measure, turns);
    } finally {
      await onPlain.close();
      await onCitus.close();
    }
  },
});

async function openService(url: string, requests: number) {
  const service = await spawnSeedableBackend(url, { WORKERS: '0' });
  const client = await connect(url);
  const apps = await seedApps(client, SEED_SECRETS, APPS).finally(() => client.end());
  const load: LoadShape = { apps, requests, batch: 50, connections: 32 };
  return { measure: () => measureService(service, load), close: () => service.close() };
}

async function compare(onPlain: Measure, onCitus: Measure, turns: number): Promise<void> {
  // The first of each finds nothing in memory, and where accounts are is only asked for then.
  await onPlain();
  await onCitus();
  const [plain, citus]: [Measurement[], Measurement[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    plain.push(await onPlain());
    citus.push(await onCitus());
  }
  const rateOf = ({ eventsPerSecond }: Measurement) => eventsPerSecond;
  for (const [name, measured] of [
    ['plain PostgreSQL', plain],
    ['Citus', citus],
  ] as const) {
    const { eventsPerSecond, p50, p99, serverMicrosPerEvent, stolen } = median(measured, rateOf);
    printRow(
      name,
      `${formatNumber(eventsPerSecond)} events/s  p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms  ` +
        `${serverMicrosPerEvent.toFixed(1)} µs/event in the service  ${stolenText(stolen)}`,
    );
  }
  const ratios = citus.map((one, turn) => one.eventsPerSecond / rateOf(plain[turn] ?? one));
  const all = ratios.map((ratio) => ratio.toFixed(2)).join('  ');
  printRow('Citus relative to plain', `${median(ratios, (ratio) => ratio).toFixed(2)} (${all})`);
}
