import { Client } from 'pg';

/** Runs a statement on a connection of its own. */
export async function queryOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, and the state of the sequences. */
export async function readAll(url: string): Promise<Record<string, unknown>> {
  const tables = await queryOn(
    url,
    `select relname, relkind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`,
  );
  const contents: Record<string, unknown> = {};
  for (const { relname, relkind } of tables) {
    const what = relkind === 'S' ? `concat_ws(' ', last_value, is_called)` : 'x::text';
    const rows = await queryOn(url, `select ${what} as x from "${relname}" x order by 1`);
    contents[String(relname)] = rows.map(({ x }) => x);
  }
  return contents;
}
