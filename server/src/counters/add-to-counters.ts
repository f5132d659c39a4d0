import type { ClientBase } from 'pg';
import type { ContributionTo, Counter } from './counter.ts';
import type { FactRow, FactTable } from './fact-table.ts';
import { type GroupValue, keepValues } from './groups/keep-values.ts';
import { valuesOf } from './groups/values-of-facts.ts';
import { COUNTERS, GROUP_TWINS, isGroupTwin } from './registry.ts';
import { type AddStatement, addStatement, type GivenFacts } from './sql/add-sql.ts';

/** A change of counters: facts that begin to count or no longer do, or what a counter itself gains. */
export interface Change {
  readonly of: FactTable | Counter;
  readonly rows: readonly object[];
  readonly times: 1 | -1;
}

/** Facts that count from now on. */
export const counted = <Of extends FactTable>(of: Of, rows: readonly FactRow<Of>[]): Change => ({
  of,
  rows,
  times: 1,
});

/** Facts that no longer count, as they were counted. With what they are counted as instead, this is the difference. */
export const takenBack = <Of extends FactTable>(of: Of, rows: readonly FactRow<Of>[]): Change => ({
  of,
  rows,
  times: -1,
});

/** What is added to a counter itself. */
export const added = <Of extends Counter>(of: Of, rows: readonly ContributionTo<Of>[]): Change => ({
  of,
  rows,
  times: 1,
});

const STATEMENTS = COUNTERS.map(addStatement);

/**
 * Changes counters in the caller's transaction: the only place that does. Tables in the order of the registry and rows in the order of
 * their keys, so that those who count at once never wait in a ring, and late in the transaction, so that they wait briefly.
 * Afterwards a transaction only inserts, or goes on in an app that it has shut to others (docs/locking.md).
 */
export async function addToCounters(client: ClientBase, changes: readonly Change[]): Promise<void> {
  const some = changes.filter(({ rows }) => rows.length > 0);
  if (some.length === 0) return;
  const values = GROUP_TWINS.flatMap((twin) => valuesOf(twin, some));
  const rest = await keepValues(client, values);
  for (const statement of STATEMENTS) await run(client, statement, some, rest);
}

async function run(
  client: ClientBase,
  { counter, name, text, given }: AddStatement,
  changes: readonly Change[],
  rest: readonly GroupValue[],
): Promise<void> {
  const contributions = changes.filter(({ of }) => of === counter).flatMap(({ rows }) => rows);
  const facts = given.map((one) => alikeAsOne(one, changes));
  if (contributions.length === 0 && facts.every((rows) => rows.length === 0)) return;
  const values = [contributions, ...(isGroupTwin(counter) ? [rest] : []), ...facts];
  await client.query({ name, text, values: values.map((rows) => JSON.stringify(rows)) });
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows that are alike in the columns that matter are sent as one, with how often they count: what is taken back and counted again the
 * same is not sent at all. No text of the database holds a NUL.
 */
function alikeAsOne({ contribution, columns }: GivenFacts, changes: readonly Change[]): Row[] {
  const alike = new Map<string, { row: Row; times: number }>();
  for (const { of, rows, times } of changes) {
    if (of !== contribution.of) continue;
    for (const row of rows as readonly Row[]) {
      if (contribution.needs.some((name) => row[name] === null)) continue;
      let id = '';
      for (const name of columns) id += `${row[name] ?? '\0'}\0`;
      const same = alike.get(id);
      if (same === undefined) alike.set(id, { row, times });
      else same.times += times;
    }
  }
  return [...alike.values()].flatMap(({ row, times }) => (times === 0 ? [] : [pick(row, columns, times)]));
}

function pick(row: Row, columns: readonly string[], times: number): Row {
  const picked: Record<string, unknown> = { times };
  for (const name of columns) picked[name] = row[name];
  return picked;
}
