import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../data-plane/split-away.ts';
import { inTransaction } from '../group-commit/in-transaction.ts';

interface OfAccount {
  readonly customer_id: string;
}

/** What a commit has left to be counted: a row of a queue. */
export interface LeftByCommit<Delta extends OfAccount> {
  readonly batch_id: string;
  readonly deltas: readonly Delta[];
}

interface CommitQueue<Delta extends OfAccount> {
  readonly table: 'click_count_queue' | 'event_count_queue';
  /** Takes rows that are due out of the queue, in the caller's transaction. */
  readonly take: (client: PoolClient) => Promise<LeftByCommit<Delta>[]>;
  /** Counts them in the same transaction, as its last step. */
  readonly count: (client: PoolClient, deltas: readonly Delta[]) => Promise<void>;
}

/** What it takes to tell that a node is away. */
export interface AwayParts {
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  readonly log?: Pick<Logger, 'warn'>;
}

/**
 * Counts what some commits have left, in one transaction. What is of accounts whose node of Citus is away is put off, so
 * that it is not taken with that of others again.
 *
 * @returns how many commits were taken.
 */
export async function countCommits<Delta extends OfAccount>(
  pool: Pool,
  queue: CommitQueue<Delta>,
  { nodes, log }: AwayParts,
): Promise<number> {
  let taken: LeftByCommit<Delta>[] = [];
  try {
    await inTransaction(pool, async (client) => {
      taken = await queue.take(client);
      await queue.count(
        client,
        taken.flatMap(({ deltas }) => deltas),
      );
    });
  } catch (error) {
    if (!(await putOffAway(pool, queue.table, taken, nodes))) throw error;
    log?.warn({ err: error, queue: queue.table }, 'a node is away; what is to be counted there is put off');
  }
  return taken.length;
}

/** @returns whether anything was put off. */
async function putOffAway(
  pool: Pool,
  table: string,
  taken: readonly LeftByCommit<OfAccount>[],
  nodes: KnowsAway | undefined,
): Promise<boolean> {
  const deltas = taken.flatMap((commit) => commit.deltas);
  const { away } = await splitAway(nodes, deltas, ({ customer_id }) => [customer_id]);
  if (away.length === 0) return false;
  const accounts = new Set(away.map(({ customer_id }) => customer_id));
  const ids = taken.map(({ batch_id }) => batch_id);
  await inTransaction(pool, (client) => putOff(client, table, ids, accounts));
  return true;
}

/** Their time is the database's, as that of the rows that commits leave. */
async function putOff(
  client: PoolClient,
  table: string,
  batchIds: readonly string[],
  accounts: ReadonlySet<string>,
): Promise<void> {
  const later = `statement_timestamp() + interval '${NODE_BACK_MS} milliseconds'`;
  // Read once more: what is erased leaves them, and others may have counted them.
  const { rows } = await client.query<LeftByCommit<OfAccount>>(
    `select batch_id, deltas from ${table} where batch_id = any($1::uuid[]) for update skip locked`,
    [batchIds],
  );
  for (const { batch_id, deltas } of rows) {
    const waiting = deltas.filter(({ customer_id }) => accounts.has(customer_id));
    const others = deltas.filter(({ customer_id }) => !accounts.has(customer_id));
    if (waiting.length === 0) continue;
    // Nodes commit for themselves; only what went through the coordinator is of several.
    if (others.length > 0) {
      const split = `insert into ${table} (deltas, queued_at) select $2::json, queued_at from ${table} where batch_id = $1`;
      await client.query(split, [batch_id, JSON.stringify(others)]);
    }
    await client.query(`update ${table} set deltas = $2, queued_at = ${later} where batch_id = $1`, [
      batch_id,
      JSON.stringify(waiting),
    ]);
  }
}
