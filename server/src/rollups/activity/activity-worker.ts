import { type ClientBase, DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';
import type { QueueBell } from '../../changes/queue-bell.ts';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../data-plane/split-away.ts';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { type ActivityBatch, countActivity } from './count-activity.ts';

export interface ActivityWorkerParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  /** Wakes attribution when it is left something. */
  readonly bell?: Pick<QueueBell, 'ring'>;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Batches a transaction: each holds what one commit of ingest or attribution left, up to some hundred days. */
const BATCHES = 20;
/** Nobody waits for a cohort by the second; resting this long, it finds many batches at once. In ms. */
const REST_MS = 1000;
const DEFER_MS = 60_000;

const CLAIM = `
  select batch_id, customer_ids, app_ids, device_ids is not null as names_devices from activity_queue
  where due_at <= $1
  order by due_at
  limit $2
  for update skip locked`;

const DEFER = 'update activity_queue set due_at = $2 where batch_id = any($1::uuid[])';

interface ClaimedBatch extends ActivityBatch {
  readonly customer_ids: readonly string[];
}

/** Counts waiting activity into the cohorts. Any number may run, in any number of processes. */
export function startActivityWorker(parts: ActivityWorkerParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await processActivity(parts)) === BATCHES,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'cohorts cannot be counted; it will be tried again'),
  });
}

/**
 * Claims and works off some batches in one transaction. A batch that fails by itself is put off, and those of a node that is
 * away are before they are tried by themselves.
 *
 * @returns how many were claimed.
 * @throws when the database cannot be worked with.
 */
export async function processActivity(parts: ActivityWorkerParts): Promise<number> {
  const { pool, bell, clock } = parts;
  let told = 0;
  const claimed = await inTransaction(pool, async (client) => {
    const { rows: batches } = await client.query<ClaimedBatch>({
      name: 'claim-activity',
      text: CLAIM,
      values: [new Date(clock()).toISOString(), BATCHES],
    });
    if (batches.length === 0) return 0;
    const all = await countAll(client, batches, clock());
    told = all.err === null ? all.told : await countEach(client, batches, parts);
    return batches.length;
  });
  if (told > 0) bell?.ring();
  return claimed;
}

/** @returns how many events were left for attribution. */
async function countEach(
  client: ClientBase,
  batches: readonly ClaimedBatch[],
  { nodes, log, clock }: ActivityWorkerParts,
): Promise<number> {
  const defer = (deferred: readonly ClaimedBatch[], ms: number) =>
    client.query(DEFER, [deferred.map(({ batch_id }) => batch_id), new Date(clock() + ms).toISOString()]);
  const { away, here } = await splitAway(nodes, batches, ({ customer_ids }) => customer_ids);
  if (away.length > 0) {
    log.warn({ batches: away.length }, 'a node is away; activity of its accounts is counted later');
    await defer(away, NODE_BACK_MS);
  }
  let told = 0;
  for (const batch of here) {
    const { err, told: toldByOne } = await countAll(client, [batch], clock());
    told += toldByOne;
    if (err === null) continue;
    log.error({ err, batch: batch.batch_id }, 'activity cannot be counted; it is put off');
    await defer([batch], DEFER_MS);
  }
  return told;
}

/** All of the batches, with how many events were left for attribution, or none and the reason. */
async function countAll(
  client: ClientBase,
  batches: readonly ActivityBatch[],
  now: number,
): Promise<{ told: number; err: DatabaseError | null }> {
  await client.query('savepoint counting');
  try {
    return { told: await countActivity(client, batches, now), err: null };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await client.query('rollback to savepoint counting');
    return { told: 0, err: error };
  }
}
