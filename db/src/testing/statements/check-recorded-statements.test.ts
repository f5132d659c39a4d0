import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRecordedStatements } from './check-recorded-statements.ts';
import { EXCEPTIONS } from './exceptions.ts';
import type { RecordedStatement } from './recorded-statement.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const OPEN = 'select event_id from events where app_id = $1';
const sender = 'server/src/some/file.ts';

async function check(statements: readonly RecordedStatement[], isWhole = false): Promise<string[]> {
  await writeFile(join(folder, '1.jsonl'), statements.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return checkRecordedStatements(folder, isWhole);
}

test('says what is wrong, of which statement, and who sends it', async () => {
  const wrong = await check([
    { text: OPEN, sender, name: 'find-events' },
    { text: 'select event_id from events where customer_id = $1', sender },
  ]);
  expect(wrong).toEqual([`${sender}: events is not held to one account: find-events`]);
});

test('passes over what tests send themselves, and what cannot be prepared', async () => {
  expect(await check([{ text: OPEN }, { text: 'truncate events', sender }])).toEqual([]);
});

test('names an exception that no statement needs, once all tests have run', async () => {
  const senders = EXCEPTIONS.map((one) => one.sender);
  const used = senders.map((one) => ({ text: OPEN, sender: one }));
  expect(await check(used.slice(1), false)).toEqual([]);
  expect(await check(used, true)).toEqual([]);
  expect(await check(used.slice(1), true)).toEqual([
    `${senders[0]} needs no exception (db/src/testing/statements)`,
  ]);
});
