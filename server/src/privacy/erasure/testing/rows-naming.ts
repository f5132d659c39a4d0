import type { Pool } from 'pg';

/** How many rows of each table name one of these texts anywhere, in whatever column. Tables without are left out. */
export async function rowsNaming(pool: Pool, texts: readonly string[]): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ table: string }>(
    `select relname as "table" from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`,
  );
  const found: Record<string, number> = {};
  for (const { table } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} as one
       where exists (select from unnest($1::text[]) as given (name) where strpos(one::text, name) > 0)`,
      [texts],
    );
    if (rows[0]?.count) found[table] = rows[0].count;
  }
  return found;
}
