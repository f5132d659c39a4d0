import { type ClientBase, DatabaseError, type Pool } from 'pg';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';
import { retryConflicts } from '../platform/store/group-commit/retry-conflicts.ts';
import { isDistributed } from '../platform/store/is-distributed.ts';

/** Everyone who stores what has yet to be counted, or counts it, writes one of these in the same transaction. */
const QUEUES = ['click_count_queue', 'event_count_queue', 'activity_queue'];

/**
 * The table that holds the rows of a queue, on the coordinator: nodes write that one themselves. Others wait for it as long
 * as those take who are at it, and one that was in doubt when a node died holds it until Citus has settled that.
 */
const SHARDS = `
  select quote_ident(shard_name(logicalrelid, shardid)) as name from pg_dist_shard
  where logicalrelid = any($1::text[]::regclass[]) order by logicalrelid::text`;

/** First: a portion of an erasure may take a while, and says there that it is done. */
const ERASURES = 'lock table erasures in share mode';

/** For others wait behind it. Citus lets nobody near the tables that hold rows who does not ask for it. */
const BRIEFLY = "set local lock_timeout = '2s'; set local citus.enable_manual_changes_to_shards = on";

/** Fixes what is seen from now on, on the coordinator and on the account's node. */
const LOOK = `
  select (select count(*) from (select 1 from click_count_queue limit 1) one) as queued,
    (select count(*) from (select 1 from events where customer_id = $1 limit 1) one) as stored`;

/**
 * Reads what an account's facts and the queues were at one moment, as one server shows it to any statement. On Citus both
 * are looked at for the first time while no one is between storing and leaving to be counted, or between counting and
 * leaving the queue.
 *
 * @throws if those who are at the queues take longer than 2 s, six times.
 */
export async function readStill<T>(
  pool: Pool,
  customerId: string,
  read: (client: ClientBase) => Promise<T>,
): Promise<T> {
  if (!(await isDistributed(pool))) return inTransaction(pool, read);
  const look = async (client: ClientBase) => {
    await holdQueues(pool, () => client.query(LOOK, [customerId]));
    return read(client);
  };
  return inTransaction(pool, look, 'begin isolation level repeatable read read only');
}

const isLocked = (error: unknown) => error instanceof DatabaseError && error.code === '55P03';

async function holdQueues(pool: Pool, work: () => Promise<unknown>): Promise<void> {
  const hold = async (client: ClientBase) => {
    await client.query(BRIEFLY);
    await client.query(ERASURES);
    const { rows } = await client.query<{ name: string }>(SHARDS, [QUEUES]);
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in share mode`);
    await work();
  };
  await retryConflicts(() => inTransaction(pool, hold), { alsoConflict: isLocked });
}
