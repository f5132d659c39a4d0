import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { defineCommand } from '../command-line/command.ts';
import type { OptionValues } from '../command-line/read-options.ts';
import { LedgerRig } from './ledger-rig.ts';
import { type LedgerReport, runLedger } from './run-ledger.ts';

/** Time for the service to work between two disturbances. */
const CALM_MS = 2000;

const OPTIONS = {
  servers: { type: 'count', default: 2, about: 'servers that run at once' },
  devices: { type: 'count', default: 64, about: 'devices that send' },
  minutes: { type: 'number', default: 5, about: 'minutes without a disturbance' },
  kills: { type: 'count', default: 10, about: 'servers killed' },
  'database-kills': { type: 'count', default: 10, about: 'times that PostgreSQL is killed' },
  duplicates: { type: 'number', to: 1, default: 0.3, about: 'share of events that are sent again' },
  database: {
    type: 'text',
    value: 'URL',
    about:
      'an empty database to use in place of a PostgreSQL of its own, such as one of Citus; without --database-kills',
  },
  redis: { type: 'text', value: 'URL', about: 'URL of a Redis that the servers share' },
} as const;

/** `npm run bench -- ledger`; with `--help` it says what it does and takes. */
export const ledgerCommand = defineCommand({
  about:
    'Kills servers under load, then PostgreSQL, then runs undisturbed. Exits with 1 if responses and stored rows do not agree.',
  options: OPTIONS,
  async run(values) {
    if (values.database !== undefined) return runOn(values.database, values);
    const dataDir = await mkdtemp(join(tmpdir(), 'tributary-ledger-'));
    const postgres = await startEmbeddedPostgres({ dataDir });
    try {
      await runOn(postgres.url, values);
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

async function runOn(databaseUrl: string, values: OptionValues<typeof OPTIONS>): Promise<void> {
  const rig = new LedgerRig(databaseUrl, values.redis);
  try {
    for (let server = 0; server < values.servers; server++) await rig.startServer();
    await runAll(rig, values);
  } finally {
    await rig.close();
  }
}

async function runAll(rig: LedgerRig, values: OptionValues<typeof OPTIONS>): Promise<void> {
  const { databaseUrl, origins } = rig;
  const { devices, duplicates, minutes } = values;
  const common = { databaseUrl, apps: await rig.seed(8, 8), origins, devices, duplicates };
  const killing = (times: number, kill: () => Promise<void>) => async () => {
    for (let done = 0; done < times; done++) {
      await kill();
      await pause(CALM_MS);
    }
  };
  const killServers = killing(values.kills, () => rig.killServer());
  print(`${values.kills} servers killed`, await runLedger({ ...common, seconds: 0, disturb: killServers }));
  await rig.clear();
  if (values['database-kills'] > 0) {
    const killDatabase = killing(values['database-kills'], () => rig.killDatabase());
    print(
      `PostgreSQL killed ${values['database-kills']} times`,
      await runLedger({ ...common, seconds: 0, disturb: killDatabase }),
    );
    await rig.clear();
  }
  const deadlocks = await rig.deadlocks();
  print(`${minutes} minutes undisturbed`, await runLedger({ ...common, seconds: minutes * 60 }));
  console.log(`deadlocks meanwhile: ${(await rig.deadlocks()) - deadlocks}`);
}

function print(title: string, { findings, ...counts }: LedgerReport): void {
  const numbers = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  console.log(`${title}: ${numbers.join(', ')}`);
  for (const { what, count } of findings) console.log(`  WRONG: ${count} ${what}`);
  if (findings.length > 0) process.exitCode = 1;
}
