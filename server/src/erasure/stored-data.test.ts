import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { SAYS_NOTHING, STORED_DATA } from './testing/stored-data.ts';

const PAGE = new URL('../../../docs/privacy.md', import.meta.url);
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

test('docs/privacy.md lists every stored field (UPDATE_PRIVACY=1 writes it)', async () => {
  const columns = await columnsByTable();
  const rows = Object.entries(STORED_DATA).map(([table, { purpose, masked, kept, exported, erased }]) => {
    const fields = (columns.get(table) ?? []).filter((name) => !OF_EVERY_ROW.includes(name));
    const listed = fields.map((name) => `\`${name}\``).join(', ');
    return `| \`${table}\` | ${listed} | ${purpose} | ${masked ?? ''} | ${kept} | ${exported} | ${erased} |`;
  });
  const head =
    '| table | fields | for | masked | kept | exported | `erase_device` |\n|---|---|---|---|---|---|---|';
  const written = `${BEGIN}${head}\n${rows.join('\n')}\n${END}`;
  const page = await readFile(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  if (process.env.UPDATE_PRIVACY) await writeFile(PAGE, before + written + after);
  else expect(page).toBe(before + written + after);
});
