import type { ClientBase } from 'pg';
import { BATCHES_BY_ACCOUNT } from './batches-by-account.ts';
import { hasCitus } from './distribution/distribute.ts';
import type { BatchedMigration } from './migrations/migration-entry.ts';

/** How far a migration is. */
export interface MigrationProgress {
  readonly migration: string;
  readonly rows: number;
  /** About how many there are in all. */
  readonly of: number;
}

const FIND = 'select position, rows::float8 as rows from migration_positions where migration = $1';

const KEEP = `
  insert into migration_positions (migration, position, rows) values ($1, $2, $3)
  on conflict (migration) do update set position = excluded.position, rows = excluded.rows`;

/** Rows may have been added since the table was last analyzed. */
const ESTIMATE = `select greatest(reltuples, 0)::float8 as rows from pg_class where oid = to_regclass($1)`;

/**
 * Runs a migration in batches, from where it stopped, and then enters it among those that have run. Where there is Citus,
 * one that joins tables of many accounts goes account by account. An empty table has no batch.
 *
 * @param client is used alone, and in no transaction.
 */
export async function migrateInBatches(
  client: ClientBase,
  { name, table, batch }: BatchedMigration,
  onProgress: (progress: MigrationProgress) => void,
): Promise<void> {
  const kept = await client.query<{ position: unknown; rows: number }>(FIND, [name]);
  const estimated = await client.query<{ rows: number }>(ESTIMATE, [table]);
  let { position = null, rows: done = 0 } = kept.rows[0] ?? {};
  if ((await client.query(`select 1 from ${table} limit 1`)).rows.length === 0) {
    await inOneTransaction(client, () => enterAsRun(client, name));
    return;
  }
  const byAccount = (await hasCitus(client)) ? BATCHES_BY_ACCOUNT[name] : undefined;
  const run = byAccount ?? ((on: ClientBase, at: unknown) => runBatch(on, batch, at));
  do {
    const { rows } = await inOneTransaction(client, async () => {
      const next = await run(client, position);
      position = next.position;
      done += Number(next.rows);
      if (position === null) await enterAsRun(client, name);
      else await client.query(KEEP, [name, toJson(position), done]);
      return next;
    });
    const total = Math.max(estimated.rows[0]?.rows ?? 0, done);
    if (rows > 0) onProgress({ migration: name, rows: done, of: position === null ? done : total });
  } while (position !== null);
}

async function runBatch(client: ClientBase, batch: string, position: unknown) {
  const answer = await client.query<{ position: unknown; rows: number }>(batch, [toJson(position)]);
  return answer.rows[0] ?? { position: null, rows: 0 };
}

/** Its position goes in the transaction that enters it. */
export async function enterAsRun(client: ClientBase, name: string): Promise<void> {
  await client.query('delete from migration_positions where migration = $1', [name]);
  await client.query('insert into schema_migrations (name, executed_at) values ($1, now())', [name]);
}

/** pg would send an array as one of PostgreSQL's. */
const toJson = (position: unknown) => (position === null ? null : JSON.stringify(position));

async function inOneTransaction<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has no transaction left.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
