import { type ClientBase, DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../data-plane/split-away.ts';
import { BEGIN_BY_INDEX, inTransaction } from '../../group-commit/in-transaction.ts';
import { retryConflicts } from '../../group-commit/retry-conflicts.ts';
import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { creditBatches, type QueuedCredit } from './credit-batches.ts';

export interface CreditWorkerParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Batches per transaction: most are the payments that an account got in one commit, or the purchases of one attribution commit. */
const BATCHES = 100;
const REST_MS = 1000;
const DEFER_MS = 60_000;

const CLAIM = `
  select batch_id, customer_id, payment_ids, app_ids, event_ids from credit_queue
  where due_at <= $1
  order by due_at
  limit $2
  for update skip locked`;

const REMOVE = 'delete from credit_queue where batch_id = any($1::uuid[])';
const DEFER = 'update credit_queue set due_at = $2 where batch_id = any($1::uuid[])';

/** Credits what is queued. Any number may run, in any number of processes. */
export function startCreditWorker(parts: CreditWorkerParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await processCredits(parts)) === BATCHES,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'revenue could not be credited; it will be retried'),
  });
}

/**
 * Claims and processes some batches in one transaction. A batch that fails on its own is deferred, and so are those of a node
 * that is away.
 *
 * @returns how many were claimed.
 * @throws if the database is unavailable.
 */
export async function processCredits(parts: CreditWorkerParts): Promise<number> {
  const { pool, nodes, log, clock } = parts;
  let batches: readonly QueuedCredit[] = [];
  const processQueued = async (client: ClientBase) => {
    batches = await claim(client, clock());
    if (batches.length > 0) await creditClaimed(client, batches, parts);
  };
  try {
    await retryConflicts(() => inTransaction(pool, processQueued, BEGIN_BY_INDEX));
  } catch (error) {
    const { away } = await splitAway(nodes, batches, accountOf);
    if (away.length === 0) throw error;
    log.warn({ batches: away.length }, 'a node is away; revenue of its accounts is credited later');
    await defer(pool, away, clock() + NODE_BACK_MS);
  }
  return batches.length;
}

const accountOf = ({ customer_id }: QueuedCredit) => [customer_id];

async function claim(client: ClientBase, now: number): Promise<QueuedCredit[]> {
  const values = [new Date(now).toISOString(), BATCHES];
  return (await client.query<QueuedCredit>({ name: 'claim-credits', text: CLAIM, values })).rows;
}

async function defer(
  client: ClientBase | Pool,
  batches: readonly QueuedCredit[],
  until: number,
): Promise<void> {
  await client.query(DEFER, [batches.map(({ batch_id }) => batch_id), new Date(until).toISOString()]);
}

async function creditClaimed(
  client: ClientBase,
  batches: readonly QueuedCredit[],
  { nodes, log, clock }: CreditWorkerParts,
): Promise<void> {
  const failure = await creditAll(client, batches, clock());
  if (failure === null) return;
  // Citus commits no transaction in which a node was lost.
  if ((await splitAway(nodes, batches, accountOf)).away.length > 0) throw failure;
  for (const batch of batches) {
    const err = await creditAll(client, [batch], clock());
    if (err === null) continue;
    log.error({ err, batch: batch.batch_id }, 'revenue could not be credited; it is deferred');
    await defer(client, [batch], clock() + DEFER_MS);
  }
}

/** Conflicting transactions are not a failure of a batch: they are run again. */
const CONFLICT = /^40/;

/** All of the batches, or none and the reason. */
async function creditAll(
  client: ClientBase,
  batches: readonly QueuedCredit[],
  now: number,
): Promise<DatabaseError | null> {
  await client.query('savepoint crediting');
  try {
    await creditBatches(client, batches, now);
    const ids = batches.map(({ batch_id }) => batch_id);
    await client.query({ name: 'remove-credits', text: REMOVE, values: [ids] });
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseError) || CONFLICT.test(error.code ?? '')) throw error;
    await client.query('rollback to savepoint crediting');
    return error;
  }
}
