import { sortByReferences } from '@tributary/db/sort-by-references';
import type { ClientBase } from 'pg';

/** A table that is part of a backup. */
export interface BackedUpTable {
  readonly table: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

/** Tables of the service's schema; those of extensions are created by the extensions. */
const OURS = `
  relnamespace = current_schema()::regnamespace
  and not exists (
    select from pg_depend
    where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

const TABLES = `
  select relname as "table", array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where ${OURS} and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname
  order by relname`;

/** The tables of the service, each after those that its foreign keys refer to. */
export async function listTables(client: ClientBase): Promise<BackedUpTable[]> {
  const tables = (await client.query<BackedUpTable>(TABLES)).rows;
  const sorted = await sortByReferences(
    client,
    tables.map(({ table }) => table),
    { referred: 'first' },
  );
  return sorted.flatMap((name) => tables.filter(({ table }) => table === name));
}

/** Whether the service's schema contains nothing at all. */
export async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_class where ${OURS} and relkind in ('r', 'p', 'v', 'm', 'S')) as found`,
  );
  return rows[0]?.found === false;
}

/** The current values of the sequences; int8 as text. */
export async function readSequences(
  client: ClientBase,
): Promise<{ name: string; value: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${OURS} and relkind = 'S' order by relname`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    for (const row of state.rows) sequences.push({ name, ...row });
  }
  return sequences;
}
