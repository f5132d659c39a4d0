import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';
import { FIELD_PURPOSES } from './testing/field-purposes.ts';
import { SAYS_NOTHING, STORED_DATA } from './testing/stored-data.ts';

const PAGE = new URL('../../../../docs/privacy.md', import.meta.url);
const [BEGIN, END] = ['<!-- stored data -->\n', '<!-- /stored data -->'];
/** Which account and app a row is of: no column needs to say it again. */
const OF_EVERY_ROW = ['customer_id', 'app_id'];

const service = useService();

const COLUMNS = `
  select relname as "table", array_agg(attname::text order by attname) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  group by relname
  having bool_or(attname = 'customer_id')`;

async function columnsByTable(): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await service.services.workPool.query<{ table: string; columns: string[] }>(COLUMNS);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

test('every table of an account is known to say something of people, or nothing', async () => {
  const known = [...Object.keys(STORED_DATA), ...SAYS_NOTHING].sort();
  expect([...(await columnsByTable()).keys()].sort()).toEqual(known);
});

/** The fields of a table, but for those of every row. */
const fieldsOf = (columns: ReadonlyMap<string, string[]>, table: string) =>
  (columns.get(table) ?? []).filter((name) => !OF_EVERY_ROW.includes(name));

/** By what a field is for, the tables that have it: a table may mean something else by a name. */
async function tablesByField(): Promise<ReadonlyMap<string, string[]>> {
  const columns = await columnsByTable();
  const fields = Object.keys(STORED_DATA).flatMap((table) =>
    fieldsOf(columns, table).map((name) => ({ table, key: keyOf(table, name) })),
  );
  return new Map(
    Array.from(
      Map.groupBy(fields, ({ key }) => key),
      ([key, own]) => [key, own.map(({ table }) => table)],
    ),
  );
}

const keyOf = (table: string, name: string) =>
  `${table}.${name}` in FIELD_PURPOSES ? `${table}.${name}` : name;

test('every stored field has a purpose, and nothing else has', async () => {
  expect([...(await tablesByField()).keys()].sort()).toEqual(Object.keys(FIELD_PURPOSES).sort());
});

async function tableOfTables(): Promise<string> {
  const columns = await columnsByTable();
  const rows = Object.entries(STORED_DATA).map(([table, { purpose, masked, kept, exported, erased }]) => {
    const listed = fieldsOf(columns, table)
      .map((name) => `\`${name}\``)
      .join(', ');
    return `| \`${table}\` | ${listed} | ${purpose} | ${masked ?? ''} | ${kept} | ${exported} | ${erased} |`;
  });
  const head = '| table | fields | for | masked | kept | exported | `erase_device` |';
  return [head, '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

async function tableOfFields(): Promise<string> {
  const rows = [...(await tablesByField())]
    .map(([key, tables]) => ({ name: key.split('.').at(-1) ?? key, tables, purpose: FIELD_PURPOSES[key] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, tables, purpose }) => `| \`${name}\` | ${purpose} | \`${tables.join('`, `')}\` |`);
  return ['| field | for | in |', '|---|---|---|', ...rows].join('\n');
}

test('docs/privacy.md lists every stored field and its purpose (UPDATE_PRIVACY=1 writes it)', async () => {
  const written = `${BEGIN}${await tableOfTables()}\n\nWhat each field is for:\n\n${await tableOfFields()}\n${END}`;
  const page = await readFile(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  if (process.env.UPDATE_PRIVACY) await writeFile(PAGE, before + written + after);
  else expect(page).toBe(before + written + after);
});
