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

/** Each account and app once: a batch names them for every day, and reading hundreds of ids costs this process more. */
const CLAIM = `
  select batch_id, array(select distinct unnest(customer_ids)) as customer_ids,
    array(select distinct unnest(app_ids)) as app_ids, device_ids is not null as names_devices
  from activity_queue
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
 * Claims and works off some batches in one transaction. A batch that fails by itself is put off, and so are those of a node
 * that is away.
 *
 * @returns how many were claimed.
 * @throws when the database cannot be worked with.
 */
export async function processActivity(parts: ActivityWorkerParts): Promise<number> {
  const { pool, nodes, bell, log, clock } = parts;
  let batches: readonly ClaimedBatch[] = [];
  try {
    const told = await inTransaction(pool, async (client) => {
      batches = await claim(client, clock());
      return batches.length === 0 ? 0 : countClaimed(client, batches, parts);
    });
    if (told > 0) bell?.ring();
  } catch (error) {
    const { away } = await splitAway(nodes, batches, accountsOf);
    if (away.length === 0) throw error;
    log.warn({ batches: away.length }, 'a node is away; activity of its accounts is counted later');
    await defer(pool, away, clock() + NODE_BACK_MS);
  }
  return batches.length;
}

const accountsOf = ({ customer_ids }: ClaimedBatch) => customer_ids;

async function claim(client: ClientBase, now: number): Promise<ClaimedBatch[]> {
  const values = [new Date(now).toISOString(), BATCHES];
  return (await client.query<ClaimedBatch>({ name: 'claim-activity', text: CLAIM, values })).rows;
}

async function defer(
  client: ClientBase | Pool,
  batches: readonly ClaimedBatch[],
  until: number,
): Promise<void> {
  await client.query(DEFER, [batches.map(({ batch_id }) => batch_id), new Date(until).toISOString()]);
}

/** @returns how many events were left for attribution. */
async function countClaimed(
  client: ClientBase,
  batches: readonly ClaimedBatch[],
  { nodes, log, clock }: ActivityWorkerParts,
): Promise<number> {
  const all = await countAll(client, batches, clock());
  if (all.err === null) return all.told;
  // Citus commits no transaction in which a node was lost.
  if ((await splitAway(nodes, batches, accountsOf)).away.length > 0) throw all.err;
  let told = 0;
  for (const batch of batches) {
    const { err, told: toldByOne } = await countAll(client, [batch], clock());
    told += toldByOne;
    if (err === null) continue;
    log.error({ err, batch: batch.batch_id }, 'activity cannot be counted; it is put off');
    await defer(client, [batch], clock() + DEFER_MS);
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
