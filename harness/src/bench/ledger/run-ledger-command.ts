import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { LedgerRig } from '../../ledger/ledger-rig.ts';
import { type LedgerReport, runLedger } from '../../ledger/run-ledger.ts';
import { readOptions } from '../read-options.ts';

/** Time for the service to work between two disturbances. */
const CALM_MS = 2000;

const ABOUT =
  'Kills servers under load, then PostgreSQL, then runs undisturbed. Exits with 1 if responses and stored rows do not agree.';
const OPTIONS = {
  servers: { type: 'string', default: '2', about: 'servers that run at once' },
  devices: { type: 'string', default: '64', about: 'devices that send' },
  minutes: { type: 'string', default: '5', about: 'minutes without a disturbance' },
  kills: { type: 'string', default: '10', about: 'servers killed' },
  'database-kills': { type: 'string', default: '10', about: 'times that PostgreSQL is killed' },
  duplicates: { type: 'string', default: '0.3', about: 'share of events that are sent again' },
  redis: { type: 'string', about: 'URL of a Redis that the servers share' },
} as const;

/** `npm run bench -- ledger`; with `--help` it says what it does and takes. */
export async function runLedgerCommand(args: string[]): Promise<void> {
  const values = readOptions(args, ABOUT, OPTIONS);
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-ledger-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const rig = new LedgerRig(postgres.url, values.redis);
  try {
    for (let server = 0; server < Number(values.servers); server++) await rig.startServer();
    const apps = await rig.seed(8, 8);
    const { databaseUrl, origins } = rig;
    const common = {
      databaseUrl,
      apps,
      origins,
      devices: Number(values.devices),
      duplicates: Number(values.duplicates),
    };
    const killing = (times: string, kill: () => Promise<void>) => async () => {
      for (let done = 0; done < Number(times); done++) {
        await kill();
        await pause(CALM_MS);
      }
    };
    const killServers = killing(values.kills, () => rig.killServer());
    print(`${values.kills} servers killed`, await runLedger({ ...common, seconds: 0, disturb: killServers }));
    await rig.clear();
    const killDatabase = killing(values['database-kills'], () => rig.killDatabase());
    print(
      `PostgreSQL killed ${values['database-kills']} times`,
      await runLedger({ ...common, seconds: 0, disturb: killDatabase }),
    );
    await rig.clear();
    const deadlocks = await rig.deadlocks();
    print(
      `${values.minutes} minutes undisturbed`,
      await runLedger({ ...common, seconds: Number(values.minutes) * 60 }),
    );
    console.log(`deadlocks meanwhile: ${(await rig.deadlocks()) - deadlocks}`);
  } finally {
    await rig.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function print(title: string, { findings, ...counts }: LedgerReport): void {
  const numbers = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  console.log(`${title}: ${numbers.join(', ')}`);
  for (const { what, count } of findings) console.log(`  WRONG: ${count} ${what}`);
  if (findings.length > 0) process.exitCode = 1;
}
