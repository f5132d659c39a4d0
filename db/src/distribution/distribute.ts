import type { ClientBase } from 'pg';
import { STORE_EVENTS_ON_CITUS } from '../functions/store-events.ts';
import { DISTRIBUTED_TABLES, SHARED_FUNCTIONS, SHARED_QUEUES } from './distributed-tables.ts';

/** What has been moved, and how much there is in all. */
interface DistributionProgress {
  readonly table: string;
  /** Bytes of the table as it was on the coordinator. */
  readonly bytes: number;
  readonly done: number;
  readonly of: number;
}

/** Whether the database is one of Citus, with a coordinator that it knows. */
export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

const MISSING = `
  select name, pg_total_relation_size(to_regclass(name))::float8 as bytes
  from unnest($1::text[]) with ordinality as wanted (name, place)
  where to_regclass(name) is not null and not exists (
    select from pg_dist_partition where logicalrelid = to_regclass(name) and partmethod = $2)
  order by place`;

/** Rows that stayed on the coordinator, hidden, after their copies were made. */
const LEFT_BEHIND = `
  select name from unnest($1::text[]) as wanted (name)
  where exists (select from pg_dist_partition where logicalrelid = to_regclass(name) and partmethod = 'h')
    and pg_relation_size(to_regclass(name)) > 0`;

/**
 * Spreads the data plane over the nodes of Citus: does nothing where there is no Citus, and of what is already done
 * nothing again. Each table is a transaction; killed in between, the next call goes on with those that are left. Whoever
 * writes a table waits while it is copied.
 *
 * @param client is used alone, and in no transaction.
 */
export async function distribute(
  client: ClientBase,
  onProgress: (progress: DistributionProgress) => void = () => {},
): Promise<void> {
  if (!(await hasCitus(client))) return;
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  // First, as it also writes tables that are not distributed yet: ingest goes on between two of them.
  await client.query(STORE_EVENTS_ON_CITUS);
  // An account has its rows in one place: all tables are split at the same points.
  const first = DISTRIBUTED_TABLES[0];
  const tables = await findMissing(client, DISTRIBUTED_TABLES, 'h');
  for (const [done, { name, bytes }] of tables.entries()) {
    onProgress({ table: name, bytes, done, of: tables.length });
    const beside = name === first ? 'default' : first;
    await client.query(
      "select create_distributed_table($1::text::regclass, 'customer_id', colocate_with => $2)",
      [name, beside],
    );
  }
  await forgetCopied(client);
  for (const { name } of await findMissing(client, SHARED_QUEUES, 'n'))
    await client.query('select citus_add_local_table_to_metadata($1::text::regclass)', [name]);
  await shareFunctions(client);
}

/** Gives every node the functions that it is to call, in the form for Citus. */
export async function shareFunctions(client: ClientBase): Promise<void> {
  await client.query(STORE_EVENTS_ON_CITUS);
  for (const signature of SHARED_FUNCTIONS)
    await client.query('select create_distributed_function($1::text::regprocedure)', [signature]);
}

async function findMissing(client: ClientBase, names: readonly string[], method: string) {
  return (await client.query<{ name: string; bytes: number }>(MISSING, [names, method])).rows;
}

async function forgetCopied(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(LEFT_BEHIND, [[...DISTRIBUTED_TABLES]]);
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1::text::regclass)', [name]);
}
