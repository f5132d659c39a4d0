import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { LedgerStand } from '../../ledger/ledger-stand.ts';
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

/** Between two disturbances the service is let work. */
const CALM_MS = 2000;

/**
 * `npm run bench -- ledger [--kills 10] [--database-kills 10] [--minutes 5] [--servers 2] [--redis url]`: kills servers,
 * then PostgreSQL, under load, then lets them work in peace; ends with 1 where answers and rows do not agree.
 */
export async function runLedgerCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-ledger-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const stand = new LedgerStand(postgres.url, values.redis);
  try {
    for (let server = 0; server < Number(values.servers); server++) await stand.startServer();
    const apps = await stand.seed(8, 8);
    const { databaseUrl, origins } = stand;
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
    const killServers = killing(values.kills, () => stand.killServer());
    print(`${values.kills} servers killed`, await runLedger({ ...common, seconds: 0, disturb: killServers }));
    await stand.clear();
    const killDatabase = killing(values['database-kills'], () => stand.killDatabase());
    print(
      `PostgreSQL killed ${values['database-kills']} times`,
      await runLedger({ ...common, seconds: 0, disturb: killDatabase }),
    );
    await stand.clear();
    const deadlocks = await stand.deadlocks();
    print(
      `${values.minutes} minutes in peace`,
      await runLedger({ ...common, seconds: Number(values.minutes) * 60 }),
    );
    console.log(`deadlocks in these: ${(await stand.deadlocks()) - deadlocks}`);
  } finally {
    await stand.close();
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
