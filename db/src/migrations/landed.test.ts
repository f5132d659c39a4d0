import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrations } from './list.ts';
import { isPlain, isProgram, type MigrationEntry } from './migration-entry.ts';

/** A line for each migration: its name and the hash of the SQL that it runs. */
const LANDED = new URL('landed.txt', import.meta.url);

const linesNow = () => migrations.map((entry) => `${entry.name} ${hashOf(entry)}`);

function hashOf(entry: MigrationEntry): string {
  return createHash('sha256')
    .update(JSON.stringify(sqlOf(entry)))
    .digest('hex')
    .slice(0, 32);
}

function sqlOf(entry: MigrationEntry): unknown[] {
  // What a program does follows from what there is, not from what it was when it landed.
  if (isProgram(entry)) return [];
  if (!isPlain(entry)) return [entry.table, entry.batch];
  // Migrations of this project only list SQL: neither of the two is used.
  const migration = new entry.class(undefined as never, undefined as never);
  void migration.up();
  return migration.getQueries();
}

// UPDATE_LANDED=1 adds the lines of new migrations; it never changes one.
test('a migration that has landed is never edited, and a new one adds a line', () => {
  const stored = readFileSync(LANDED, 'utf8').split('\n').filter(Boolean);
  const known = new Set(stored.map((line) => line.split(' ')[0]));
  const added = linesNow().filter((line) => !known.has(line.split(' ')[0]));
  if (process.env.UPDATE_LANDED) writeFileSync(LANDED, [...stored, ...added, ''].join('\n'));
  const expected = process.env.UPDATE_LANDED ? [...stored, ...added] : stored;
  expect(linesNow().toSorted()).toEqual(expected.toSorted());
});
