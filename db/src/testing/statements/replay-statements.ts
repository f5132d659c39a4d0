import { type Client, DatabaseError } from 'pg';
import { EXCEPTIONS } from './exceptions.ts';
import type { RecordedStatement } from './recorded-statement.ts';

/** Of an account that there is not; each parameter that is a UUID may be it, as nothing is looked up. */
const ACCOUNT = '6f1c2f0e-3a1b-4a57-9c3e-0d6c1f5b7a10';

/** Something of each type: where there is nothing, a condition is known to be false, and no node is asked. */
const SAMPLES: Readonly<Record<string, string>> = {
  uuid: ACCOUNT,
  'uuid[]': `{${ACCOUNT}}`,
  json: '[{}]',
  jsonb: '[{}]',
  text: 'x',
  'text[]': '{x}',
  boolean: 'true',
  date: '2026-01-31',
  'date[]': '{2026-01-31}',
  'timestamp with time zone': '2026-01-31T12:00:00Z',
};

const TYPES = `select parameter_types::text[] as types from pg_prepared_statements where name = 'replayed'`;

/**
 * Has Citus plan statements as it would for one account, without running them.
 *
 * @param client of a coordinator whose database is migrated.
 * @returns what is wrong, a line for each: what cannot be planned, and what goes to more than one place.
 */
export async function replayStatements(
  client: Client,
  statements: readonly RecordedStatement[],
): Promise<string[]> {
  const wrong = new Set<string>();
  for (const { text, name, sender, onNodes = text } of statements) {
    if (EXCEPTIONS.some((exception) => exception.sender === sender)) continue;
    const problem = await planProblem(client, onNodes);
    if (problem !== undefined) wrong.add(`${sender}: ${name ?? ''} ${problem}`);
  }
  return [...wrong];
}

async function planProblem(client: Client, given: string): Promise<string | undefined> {
  // A copy takes no parameters, and is not explained itself.
  const text = /^\s*copy\s*\((.*)\)\s*to stdout/is.exec(given)?.[1] ?? given;
  try {
    await client.query(`prepare replayed as ${text}`);
    const { rows } = await client.query<{ types: string[] }>(TYPES);
    const plan = await explain(client, text, rows[0]?.types ?? []);
    const tasks = plan.map((line) => Number(/Task Count: (\d+)/.exec(line)?.[1] ?? 0));
    const most = Math.max(0, ...tasks);
    return most > 1 ? `goes to ${most} places` : undefined;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // What names a table or a function that a test has made is refused anywhere.
    return error.code?.startsWith('42') ? undefined : `is refused: ${error.message}`;
  } finally {
    await client.query('deallocate all');
  }
}

async function explain(client: Client, text: string, types: readonly string[]): Promise<string[]> {
  const ask = async (isEmpty: boolean) => {
    const plan = await client.query<Record<string, string>>(`explain ${fillIn(text, types, isEmpty)}`);
    return plan.rows.flatMap((row) => Object.values(row));
  };
  try {
    return await ask(false);
  } catch (error) {
    // A text that has to be something else.
    if (error instanceof DatabaseError && error.code?.startsWith('22')) return ask(true);
    throw error;
  }
}

/** With values in place of parameters: EXPLAIN EXECUTE leaves them out of what Citus plans inside an INSERT. */
function fillIn(text: string, types: readonly string[], isEmpty: boolean): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const type = types[Number(number) - 1] ?? 'text';
    const sample = SAMPLES[type] ?? (type.endsWith('[]') ? '{1}' : '1');
    return isEmpty && type !== 'uuid' ? `null::${type}` : `'${sample}'::${type}`;
  });
}
