import { statfs } from 'node:fs/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MIGRATION_COSTS } from '@tributary/db/migrations/migration-costs';
import { readSchemaState } from '@tributary/db/schema-state';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import { HOUR_MS } from '../../../platform/values/hour-ms.ts';
import { type LastBackup, readLastBackup } from '../../backup/last-backup.ts';
import type { AdminCommand } from '../command.ts';
import { describeBytes } from '../describe-bytes.ts';

/** Rows up to here are counted; of a larger table PostgreSQL's estimate is taken. */
const COUNTED = 1_000_000;
/** What a migration that goes through no rows takes, in ms. */
const LEAST_MS = 50;

/** Says what an upgrade would do before anything is stopped. Changes nothing. */
export const upgradeCheck: AdminCommand = {
  args: [],
  help: 'shows what npm start would migrate, how long it takes, the free disk and the last backup',
  details:
    'Run it with the new version on the data of the old one, while the old one is still running. It changes nothing. Times are\n' +
    'those of a small server; rows of large tables are estimated. It exits with 0 whether or not there is something to migrate.',
  takesEarlierVersions: true,
  async run({ config, databaseUrl, em, clock, print }) {
    const { pending } = await readSchemaState(databaseUrl);
    if (pending.length === 0) print('up to date: there is nothing to migrate');
    else await printPending(em, pending, print);
    const [{ bytes = 0 } = {}] = await em.execute<{ bytes: number }[]>(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    print(`database: ${describeBytes(bytes)}`);
    print(describeDisk(await readFreeBytes(em, databaseUrl), bytes));
    print(describeBackup(await readLastBackup(config.dataDir), clock()));
  },
};

async function printPending(
  em: EntityManager,
  pending: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  let ms = 0;
  for (const name of pending) {
    const found: string[] = [];
    let own = LEAST_MS;
    for (const { table, microseconds } of MIGRATION_COSTS[name] ?? []) {
      const rows = await countRows(em, table);
      own += (rows * microseconds) / 1000;
      if (rows > 0) found.push(`${rows.toLocaleString('en')} rows of ${table}`);
    }
    ms += own;
    print(`${name}: ${found.length === 0 ? 'no rows' : found.join(', ')}, about ${describeTime(own)}`);
  }
  const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`;
  print(`${count} to run, about ${describeTime(ms)} in which the service is not available`);
}

/** A table that an earlier migration is yet to create has none. */
async function countRows(em: EntityManager, table: string): Promise<number> {
  const [known] = await em.execute<{ estimated: number }[]>(
    'select reltuples::float8 as estimated from pg_class where oid = to_regclass(?)',
    [table],
  );
  if (known === undefined) return 0;
  if (known.estimated > COUNTED) return Math.round(known.estimated);
  const [counted] = await em.execute<{ rows: number }[]>(
    `select count(*)::float8 as rows from (select 1 from ${table} limit ${COUNTED}) counted`,
  );
  return counted?.rows ?? 0;
}

/** Of the disk of a database on this machine. */
async function readFreeBytes(em: EntityManager, databaseUrl: string): Promise<number | undefined> {
  const { hostname, searchParams } = new URL(databaseUrl);
  const isHere = searchParams.has('host') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (!isHere) return undefined;
  try {
    const [folder] = await em.execute<{ name: string }[]>(`select current_setting('data_directory') as name`);
    const disk = await statfs(folder?.name ?? '');
    return disk.bavail * disk.bsize;
  } catch {
    // A role without the right to know, or a folder that this user cannot reach.
    return undefined;
  }
}

function describeDisk(free: number | undefined, needed: number): string {
  if (free === undefined) return 'free disk: unknown, look at it on the machine of the database';
  const advice = free < needed ? ', less than the database has: make room first' : '';
  return `free disk: ${describeBytes(free)}${advice}`;
}

function describeBackup(last: LastBackup | undefined, now: number): string {
  if (last === undefined) return 'last backup: none is known; make one first';
  const age = now - last.at;
  const advice = age > DAY_MS ? '; it is older than a day, make one first' : '';
  return `last backup: ${describeTime(age)} ago, ${last.file}${advice}`;
}

function describeTime(ms: number): string {
  if (ms < 1000) return 'a second';
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} minutes`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}
