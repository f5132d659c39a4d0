import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The data plane: tables that only migrations define and that are read and written by set-based SQL. */
const DATA_TABLES = [
  'events',
  'usage_months',
  'device_days',
  'event_queue',
  'clicks',
  'device_ids',
  'device_conflicts',
  'installs',
  'attributions',
  'deferred_link_uses',
  'install_counts',
  'link_counts',
];

/** As Kysely delivers them through the ORM's connection. */
const AS_TEXT = { timestamptz: 'string', int8: 'string', numeric: 'string', date: 'string', cidr: 'string' };

/** The types of the data plane's tables as `src/tables.ts` keeps them, read from a migrated database. */
export async function generateTables(databaseUrl: string): Promise<string> {
  const outFile = join(tmpdir(), `tables-${process.pid}-${Date.now()}.ts`);
  const generator = createRequire(import.meta.url).resolve('kysely-codegen');
  const command = join(dirname(generator), 'cli/bin.js');
  const settings = {
    dialect: 'postgres',
    url: databaseUrl,
    'out-file': outFile,
    'include-pattern': `public.{${DATA_TABLES.join(',')}}`,
    'type-mapping': JSON.stringify(AS_TEXT),
    'log-level': 'error',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    await promisify(execFile)(process.execPath, [command, ...args]);
    return await readFile(outFile, 'utf8');
  } finally {
    await rm(outFile, { force: true });
  }
}
