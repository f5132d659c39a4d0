import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasCitus } from '../../distribution/distribute.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import type { RecordedStatement } from './recorded-statement.ts';
import { replayRecorded } from './replay-recorded.ts';

const sender = 'server/src/some/file.ts';
const OPEN = 'select event_id from events where app_id = $1';
const HELD = `select event_id, $4::jsonb, $5::text[] from events
  where customer_id = $1 and received_at < $2 and event_type = $3`;

const HELD_COPY = `select event_id from events where customer_id = '6f1c2f0e-3a1b-4a57-9c3e-0d6c1f5b7a10'`;

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function replay(statements: readonly RecordedStatement[]): Promise<string[]> {
  await writeFile(join(folder, '1.jsonl'), statements.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return replayRecorded(database.url, folder);
}

test('what the database refuses to plan is said, with who sends it', async () => {
  const refused = `${HELD} and 1 / 0 = 1`;
  expect(
    await replay([
      { text: HELD, sender },
      { text: refused, sender, name: 'divide' },
      // As one server is sent it, and as nodes are.
      { text: refused, onNodes: HELD, sender },
      { text: `copy (${HELD_COPY}) to stdout`, sender },
      { text: 'select count(*) from a_table_of_a_test, events', sender },
    ]),
  ).toEqual([`${sender}: divide is refused: division by zero`]);
});

test('what goes to more than one place is said, where there is more than one', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const isOnNodes = await hasCitus(client).finally(() => client.end());
  const places = [`${sender}: find-events goes to 4 places`];
  expect(await replay([{ text: OPEN, sender, name: 'find-events' }])).toEqual(isOnNodes ? places : []);
});

test('no statement at all is no success', async () => {
  await expect(replay([{ text: OPEN }])).rejects.toThrow('No statement is recorded');
});
