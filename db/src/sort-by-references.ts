import type { ClientBase } from 'pg';

const REFERENCES = `
  select referring.relname as "from", referred.relname as "to"
  from pg_constraint
  join pg_class referring on referring.oid = conrelid
  join pg_class referred on referred.oid = confrelid
  where contype = 'f' and conrelid <> confrelid`;

interface Order {
  /** Whether a table comes after those that its foreign keys refer to, or before them. */
  readonly referred: 'first' | 'last';
  /** Tables of the list that come before all others, whatever they refer to. */
  readonly leading?: readonly string[];
}

/**
 * Sorts tables by the foreign keys that the database has; of tables that could come next, in the order given.
 *
 * @throws Error if they refer to each other in a circle.
 */
export async function sortByReferences(
  client: ClientBase,
  tables: readonly string[],
  { referred, leading = [] }: Order,
): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string }>(REFERENCES);
  const given = new Set(tables);
  const pairs = rows
    .filter(({ from, to }) => given.has(from) && given.has(to))
    .map(({ from, to }) =>
      referred === 'first' ? { later: from, sooner: to } : { later: to, sooner: from },
    );
  const sorted = new Set(leading);
  while (sorted.size < given.size) {
    const next = tables.filter(
      (table) =>
        !sorted.has(table) && pairs.every(({ later, sooner }) => later !== table || sorted.has(sooner)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of next) sorted.add(table);
  }
  return [...sorted];
}
