import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import type { MigrationProgress } from './migrate-in-batches.ts';
import { withBigMigration } from './testing/big-migration.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const ROWS = 200_000;
const PROGRAM = join(import.meta.dirname, 'testing/kill-migration.fixture.ts');

let database: TestDatabase;
let client: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('create table big (id integer primary key, visits integer not null default 0)');
  await client.query(`insert into big select n from generate_series(1, ${ROWS}) n`);
  await client.query('analyze big');
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function migrateAndTell(): Promise<MigrationProgress[]> {
  const told: MigrationProgress[] = [];
  await migrate(database.url, { list: withBigMigration, onProgress: (progress) => told.push(progress) });
  return told;
}

/** Starts the migration in a process of its own and kills it once it has told of enough batches. */
async function killAfter(batches: number): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let seen = 0;
  for await (const _ of createInterface(child.stdout)) if (++seen === batches) child.kill('SIGKILL');
  await ended;
}

async function one<Row>(text: string): Promise<Row | undefined> {
  return (await client.query(text)).rows[0] as Row | undefined;
}

test('a migration of a big table goes on where it was killed, and comes by each row once', async () => {
  await killAfter(6);
  const kept = await one<{ rows: string }>('select rows from migration_positions');
  const done = Number(kept?.rows);
  expect(done).toBeGreaterThanOrEqual(30_000);
  expect(done).toBeLessThan(ROWS);
  expect(await one(`select from schema_migrations where name = 'm9998-big'`)).toBeUndefined();

  const told = await migrateAndTell();
  expect(told[0]).toEqual({ migration: 'm9998-big', rows: done + 5000, of: ROWS });
  expect(told.at(-1)).toEqual({ migration: 'm9998-big', rows: ROWS, of: ROWS });
  expect(await one('select min(visits), max(visits), count(*) from big')).toEqual({
    min: 1,
    max: 1,
    count: String(ROWS),
  });
  expect(await one('select from migration_positions')).toBeUndefined();
  expect(await migrateAndTell()).toEqual([]);
});

test('tables are analyzed after a migration', async () => {
  await client.query('delete from big where id > 10');
  await migrateAndTell();
  expect(await one(`select reltuples from pg_class where relname = 'big'`)).toEqual({ reltuples: 10 });
});

test('an empty table is not asked for a batch, which a cluster might refuse', async () => {
  await client.query('truncate big');
  const list = withBigMigration.map((entry) =>
    entry.name === 'm9998-big' ? { ...entry, batch: 'select 1 / 0 as position' } : entry,
  );
  await migrate(database.url, { list });
  expect(await one(`select 1 as run from schema_migrations where name = 'm9998-big'`)).toEqual({ run: 1 });
});
