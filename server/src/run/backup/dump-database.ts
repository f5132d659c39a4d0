import { NOTICE_LOST_MACHINE } from '@tributary/db/notice-lost-machine';
import { Client, type ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupSecrets } from './backup-notes.ts';
import type { BackupRecord } from './backup-records.ts';
import { type BackedUpTable, listTables, readSequences } from './list-tables.ts';

/** Called while a table is read, with the bytes read from it so far. */
type OnTable = (table: string, bytes: number) => void;

interface DumpParts {
  readonly secrets: BackupSecrets;
  readonly madeAt: Date;
  readonly onTable: OnTable;
}

/** How values are formatted, regardless of the server's or the role's defaults; used for both writing and reading. */
export const PORTABLE_FORMATS = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

/**
 * Reads a whole database as of one moment, while others use it: only schema changes have to wait. Holds no more than
 * one network packet in memory.
 */
export async function* dumpDatabase(
  databaseUrl: string,
  { secrets, madeAt, onTable }: DumpParts,
): AsyncGenerator<BackupRecord> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'tributary-backup',
    ...NOTICE_LOST_MACHINE,
  });
  // A lost connection also fails the current statement, which reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(PORTABLE_FORMATS);
    const tables = await lockTables(client);
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
    const migrations = rows.map(({ name }) => name);
    yield note({ note: 'beginning', madeAt: madeAt.toISOString(), migrations, secrets });
    for (const table of tables) yield* dumpTable(client, table, onTable);
    yield note({ note: 'ending', sequences: await readSequences(client) });
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A migration waits until the backup is finished, instead of changing a table that is still to be read. */
async function lockTables(client: ClientBase): Promise<BackedUpTable[]> {
  const names = (await listTables(client)).map(({ table }) => client.escapeIdentifier(table));
  await client.query(`lock table ${names.join(', ')} in access share mode`);
  return await listTables(client);
}

async function* dumpTable(
  client: ClientBase,
  { table, columns }: BackedUpTable,
  onTable: OnTable,
): AsyncGenerator<BackupRecord> {
  yield note({ note: 'table', table, columns });
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(
    copyTo(`copy (select ${list} from ${client.escapeIdentifier(table)}) to stdout`),
  );
  let bytes = 0;
  onTable(table, bytes);
  for await (const piece of stream as AsyncIterable<Buffer>) {
    bytes += piece.length;
    onTable(table, bytes);
    yield { kind: 'rows', bytes: piece };
  }
  yield note({ note: 'end of table', rows: stream.rowCount });
}

const note = (value: unknown): BackupRecord => ({ kind: 'note', value });
