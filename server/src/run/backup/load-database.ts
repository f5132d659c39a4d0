import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { type Ending, Note, type TableBeginning } from './backup-notes.ts';
import type { BackupRecord } from './backup-records.ts';
import { PORTABLE_FORMATS } from './dump-database.ts';
import { listTables } from './list-tables.ts';

export interface Loaded {
  readonly tables: number;
  readonly rows: number;
  /** Tables in the backup that do not belong to the service and were left out. */
  readonly leftOut: readonly string[];
}

/**
 * Fills the tables that the backup's migrations have just created, in the current transaction of `client`.
 *
 * @throws BackupError if the backup is not complete.
 */
export async function loadDatabase(
  client: ClientBase,
  records: AsyncIterable<BackupRecord>,
): Promise<Loaded> {
  await client.query(PORTABLE_FORMATS);
  const ours = (await listTables(client)).map(({ table }) => table);
  // Rows inserted by migrations are in the backup too.
  await client.query(`truncate ${ours.map((table) => client.escapeIdentifier(table)).join(', ')}`);
  const rest = records[Symbol.asyncIterator]();
  const loaded = { tables: 0, rows: 0, leftOut: [] as string[] };
  for (;;) {
    const note = await readNote(rest);
    if (note.note === 'ending') {
      await setSequences(client, note);
      if (!(await rest.next()).done) throw new BackupError('the backup continues after its last part');
      return loaded;
    }
    if (note.note !== 'table') throw new BackupError('the parts of the backup are in the wrong order');
    if (ours.includes(note.table)) {
      loaded.tables++;
      loaded.rows += await loadTable(client, note, rest);
    } else {
      loaded.leftOut.push(note.table);
      for await (const _ of rowsOf(rest));
    }
  }
}

async function loadTable(
  client: ClientBase,
  { table, columns }: z.output<typeof TableBeginning>,
  rest: AsyncIterator<BackupRecord>,
): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const sink = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${list}) from stdin`));
  let expected = -1;
  await pipeline(
    rowsOf(rest, (rows) => {
      expected = rows;
    }),
    sink,
  );
  if (sink.rowCount !== expected) {
    throw new BackupError(`${sink.rowCount} rows of ${table} arrived, and the backup says ${expected}`);
  }
  return expected;
}

/** The rows of the table that has just begun, up to the note that ends it. */
async function* rowsOf(rest: AsyncIterator<BackupRecord>, onEnd: (rows: number) => void = () => {}) {
  for (;;) {
    const next = await rest.next();
    if (next.done) throw new BackupError('the backup is cut off in the middle of a table');
    if (next.value.kind === 'rows') {
      yield next.value.bytes;
      continue;
    }
    const note = Note.parse(next.value.value);
    if (note.note !== 'end of table') throw new BackupError('the parts of the backup are in the wrong order');
    return onEnd(note.rows);
  }
}

async function readNote(rest: AsyncIterator<BackupRecord>): Promise<z.output<typeof Note>> {
  const next = await rest.next();
  if (next.done) throw new BackupError('the backup ends before its last part');
  const note = Note.safeParse(next.value.kind === 'note' ? next.value.value : undefined);
  if (!note.success) throw new BackupError('the parts of the backup are in the wrong order');
  return note.data;
}

async function setSequences(client: ClientBase, { sequences }: z.output<typeof Ending>): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    const sequence = client.escapeIdentifier(name);
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [sequence, value, isCalled]);
  }
}
