import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { LedgerRig } from '../../ledger/ledger-rig.ts';
import { type LedgerReport, runLedger } from '../../ledger/run-ledger.ts';

const OPTIONS = {
  servers: { type: 'string', default: '2' },
  devices: { type: 'string', default: '64' },
  minutes: { type: 'string', default: '5' },
  kills: { type: 'string', default: '10' },
  'database-kills': { type: 'string', default: '10' },
  duplicates: { type: 'string', default: '0.3' },
  redis: { type: 'string' },
} as const;

/** Time for the service to work between two disturbances. */
const CALM_MS = 2000;

/**
 * `npm run bench -- ledger [--kills 10] [--database-kills 10] [--minutes 5] [--servers 2] [--redis url]`: kills servers
 * under load, then PostgreSQL, then runs undisturbed; exits with 1 if responses and stored rows do not agree.
 */
export async function runLedgerCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
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
