import { Client } from 'pg';
import { expect, test } from 'vitest';
import { hasCitus } from '../distribution/distribute.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { DATABASE_FUNCTIONS } from './database-functions.ts';
import { STORE_EVENTS_ON_CITUS } from './store-events.ts';

const OWN_FUNCTIONS = `
  select proname as name, pg_get_functiondef(pg_proc.oid) as definition
  from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by proname`;

async function ownFunctions(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(OWN_FUNCTIONS);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

test('a migrated database has the current form of every function', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    const migrated = await ownFunctions(client);
    expect([...migrated.keys()], 'functions that only a migration knows, or none has installed').toEqual(
      Object.keys(DATABASE_FUNCTIONS).sort(),
    );
    const current = (await hasCitus(client))
      ? { ...DATABASE_FUNCTIONS, store_events: STORE_EVENTS_ON_CITUS }
      : DATABASE_FUNCTIONS;
    for (const text of Object.values(current)) await client.query(text);
    expect(await ownFunctions(client), 'a changed function needs a migration that installs it').toEqual(
      migrated,
    );
  } finally {
    await client.end();
    await database.drop();
  }
});
