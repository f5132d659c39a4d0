import { type ClientBase, DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../data-plane/split-away.ts';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import type { ActivityBatch } from './activity-source.ts';

export interface ActivityParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** One kind of batches of activity_queue, and what is done with them. */
export interface ActivityWork {
  /** SQL of those that it takes. */
  readonly which: string;
  /** Whether it passes over batches that another worker has, or waits for those. */
  readonly skipsLocked: boolean;
  /** In a transaction that has locked the batches, which it removes. */
  work(client: ClientBase, batches: readonly ActivityBatch[], now: number): Promise<void>;
}

/** Batches a transaction: each holds what one commit of ingest or attribution left, up to some hundred days. */
export const ACTIVITY_BATCHES = 20;
const DEFER_MS = 60_000;

/** Each account and app once: a batch names them for every day, and reading hundreds of ids costs this process more. */
const claimSql = ({ which, skipsLocked }: ActivityWork) => `
  select batch_id, array(select distinct unnest(customer_ids)) as customer_ids,
    array(select distinct unnest(app_ids)) as app_ids, device_ids is not null as names_devices
  from activity_queue
  where due_at <= $1 and ${which}
  order by due_at, batch_id
  limit $2
  for update${skipsLocked ? ' skip locked' : ''}`;

const DEFER = 'update activity_queue set due_at = $2 where batch_id = any($1::uuid[])';

interface ClaimedBatch extends ActivityBatch {
  readonly customer_ids: readonly string[];
}

/**
 * Claims and works off some batches in one transaction. A batch that fails by itself is put off, and so are those of a node
 * that is away.
 *
 * @returns how many were claimed.
 * @throws when the database cannot be worked with.
 */
export async function workOffActivity(
  { pool, nodes, log, clock }: ActivityParts,
  activity: ActivityWork,
): Promise<number> {
  let batches: readonly ClaimedBatch[] = [];
  const claim = async (client: ClientBase) => {
    const values = [new Date(clock()).toISOString(), ACTIVITY_BATCHES];
    const name = activity.skipsLocked ? 'claim-activity' : 'claim-activity-in-turn';
    return (await client.query<ClaimedBatch>({ name, text: claimSql(activity), values })).rows;
  };
  const workOff = async (client: ClientBase) => {
    const failure = await tryWork(client, activity, batches, clock());
    if (failure === null) return;
    // Citus commits no transaction in which a node was lost.
    if ((await splitAway(nodes, batches, accountsOf)).away.length > 0) throw failure;
    for (const batch of batches) {
      const err = await tryWork(client, activity, [batch], clock());
      if (err === null) continue;
      log.error({ err, batch: batch.batch_id }, 'activity cannot be worked off; it is put off');
      await defer(client, [batch], clock() + DEFER_MS);
    }
  };
  try {
    await inTransaction(pool, async (client) => {
      batches = await claim(client);
      if (batches.length > 0) await workOff(client);
    });
  } catch (error) {
    const { away } = await splitAway(nodes, batches, accountsOf);
    if (away.length === 0) throw error;
    log.warn({ batches: away.length }, 'a node is away; activity of its accounts is worked off later');
    await defer(pool, away, clock() + NODE_BACK_MS);
  }
  return batches.length;
}

const accountsOf = ({ customer_ids }: ClaimedBatch) => customer_ids;

async function defer(
  client: ClientBase | Pool,
  batches: readonly ClaimedBatch[],
  until: number,
): Promise<void> {
  await client.query(DEFER, [batches.map(({ batch_id }) => batch_id), new Date(until).toISOString()]);
}

/** All of the batches, or none and the reason. */
async function tryWork(
  client: ClientBase,
  { work }: ActivityWork,
  batches: readonly ActivityBatch[],
  now: number,
): Promise<DatabaseError | null> {
  await client.query('savepoint working');
  try {
    await work(client, batches, now);
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await client.query('rollback to savepoint working');
    return error;
  }
}
