import type { Pool, PoolClient } from 'pg';
import type { QUEUES } from '../platform/jobs/queues.ts';
import type { JobParts, Jobs } from '../platform/jobs/run-jobs.ts';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';
import { NODE_BACK_MS } from '../platform/store/split-away.ts';

interface OfAccount {
  readonly customer_id: string;
}

/** What a commit has left to be counted: a row of a queue. */
export interface LeftByCommit<Delta extends OfAccount> {
  readonly batch_id: string;
  readonly deltas: readonly Delta[];
}

interface CommitQueue<Delta extends OfAccount> {
  readonly queue: (typeof QUEUES)['click_count_queue' | 'event_count_queue'];
  /** Rows a transaction. */
  readonly batch: number;
  /** Takes rows that are due out of the queue, in the caller's transaction. */
  readonly take: (client: PoolClient, limit: number) => Promise<LeftByCommit<Delta>[]>;
  /** Counts them in the same transaction, as its last step. */
  readonly count: (client: PoolClient, deltas: readonly Delta[]) => Promise<void>;
}

/** What counting is run with where nobody has said otherwise; times are the database's. */
export type CountingParts = Partial<Pick<JobParts, 'nodes' | 'log'>>;

/** The parts of the runner. */
export function toJobParts(pool: Pool, { nodes, log = SILENT }: CountingParts): JobParts {
  return { pool, log, clock: Date.now, ...(nodes && { nodes }) };
}

const SILENT = { warn: () => {}, error: () => {} };

/** Counting what commits have left. Who takes a row out of the queue counts it, or neither happens. */
export function countingOf<Delta extends OfAccount>({
  queue,
  batch,
  take,
  count,
}: CommitQueue<Delta>): Jobs<LeftByCommit<Delta>> {
  const again = {
    name: `take-${queue.name}-again`,
    text: `
      delete from ${queue.name} where batch_id in (
        select batch_id from ${queue.name}
        where batch_id = any($1::uuid[]) and queued_at <= statement_timestamp() for update skip locked)
      returning batch_id, deltas`,
  };
  return {
    queue,
    batch,
    claims: {
      due: (client, _now, limit) => take(client, limit),
      async again(client, rows) {
        const values = [rows.map(({ batch_id }) => batch_id)];
        return (await client.query<LeftByCommit<Delta>>({ ...again, values })).rows;
      },
    },
    work: (client, rows) =>
      count(
        client,
        rows.flatMap(({ deltas }) => deltas),
      ),
    accountsOf: ({ deltas }) => [...new Set(deltas.map(({ customer_id }) => customer_id))],
    putOff: (pool, rows, isAway) => putOffAway(pool, queue.name, rows, isAway),
    divide: (pool, row) => divide(pool, queue.name, row),
  };
}

const READ = (table: string) =>
  `select batch_id, deltas from ${table} where batch_id = any($1::uuid[]) for update skip locked`;

/** What is of others than those who are away stays due. */
function putOffAway(
  pool: Pool,
  table: string,
  taken: readonly LeftByCommit<OfAccount>[],
  isAway: (account: string) => boolean,
): Promise<void> {
  const ids = taken.map(({ batch_id }) => batch_id);
  return inTransaction(pool, async (client) => {
    // Read once more: what is erased leaves them, and others may have counted them.
    const { rows } = await client.query<LeftByCommit<OfAccount>>(READ(table), [ids]);
    for (const { batch_id, deltas } of rows) {
      const waiting = deltas.filter(({ customer_id }) => isAway(customer_id));
      const others = deltas.filter(({ customer_id }) => !isAway(customer_id));
      if (waiting.length === 0) continue;
      // Nodes commit for themselves; only what went through the coordinator is of several.
      if (others.length > 0) await addBeside(client, table, batch_id, others);
      // Their time is the database's, as that of the rows that commits leave.
      await client.query(
        `update ${table} set deltas = $2, queued_at = statement_timestamp() + interval '${NODE_BACK_MS} milliseconds'
         where batch_id = $1`,
        [batch_id, JSON.stringify(waiting)],
      );
    }
  });
}

/** Makes two rows of one, so that what cannot be counted stands alone after a few turns. */
function divide(pool: Pool, table: string, { batch_id }: LeftByCommit<OfAccount>): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<LeftByCommit<OfAccount>>(READ(table), [[batch_id]]);
    const deltas = rows[0]?.deltas ?? [];
    if (deltas.length < 2) return false;
    const half = deltas.length >> 1;
    await addBeside(client, table, batch_id, deltas.slice(0, half));
    const rest = JSON.stringify(deltas.slice(half));
    await client.query(`update ${table} set deltas = $2 where batch_id = $1`, [batch_id, rest]);
    return true;
  });
}

async function addBeside(
  client: PoolClient,
  table: string,
  batchId: string,
  deltas: readonly OfAccount[],
): Promise<void> {
  await client.query(
    `insert into ${table} (deltas, queued_at) select $2::json, queued_at from ${table} where batch_id = $1`,
    [batchId, JSON.stringify(deltas)],
  );
}
