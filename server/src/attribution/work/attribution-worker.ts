import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { QueueBell } from '../../changes/queue-bell.ts';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../data-plane/split-away.ts';
import { anotherWasFirst } from '../../event-queue/another-was-first.ts';
import { claimAgain, claimDue, park, putOff } from '../../event-queue/event-queue.ts';
import { type ClaimedEvent, type EventKey, keyOf } from '../../event-queue/queued-event.ts';
import { bisectFailures } from '../../group-commit/bisect-failures.ts';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { retryConflicts } from '../../group-commit/retry-conflicts.ts';
import { isDatabaseAway } from '../../outages/is-database-away.ts';
import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { passOnTold } from './pass-on-told.ts';
import { processEvents } from './process-events.ts';

export interface WorkerParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  readonly bell: Pick<QueueBell, 'subscribe'>;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Events per transaction. */
  readonly batchSize?: number;
}

const BATCH_SIZE = 500;
/** The polling interval, in ms: a ring may be lost, and deferred events become due. */
const POLL_MS = 1000;

/** Of one batch that conflicts with another worker's. */
const MAX_ATTEMPTS = 9;

/** Concurrent batches: while the database processes one, this process prepares another. */
const LANES = 2;

/** Processes the event queue. Any number may run, in any number of processes. */
export function startAttributionWorker(parts: WorkerParts): WorkLoop {
  const lanes = Array.from({ length: LANES }, () => startLane(parts));
  return {
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

function startLane(parts: WorkerParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await processBatch(parts)) > 0,
    restMs: POLL_MS,
    onFailure: (err) => parts.log.warn({ err }, 'attribution failed; it will be retried'),
    subscribe: parts.bell.subscribe,
  });
}

/**
 * Claims and processes one batch, after what came before it and tells ids is passed on. If a transaction fails because of its events, ever smaller halves are processed, and
 * the event that fails alone is deferred.
 *
 * @returns how many events were claimed, and batches passed on.
 * @throws if the database is unavailable.
 */
export async function processBatch(parts: WorkerParts): Promise<number> {
  const { pool, clock, batchSize = BATCH_SIZE } = parts;
  const passed = await passOnTold(parts);
  let claimed: ClaimedEvent[] = [];
  try {
    await processClaimed(parts, async (client) => {
      claimed = await claimDue(client, clock(), batchSize);
      return claimed;
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    if (!(await isAway(pool, error))) await processBisecting(parts, claimed);
    else if (!(await putOffAway(parts, claimed))) throw error;
  }
  return passed + claimed.length;
}

/**
 * Puts off events of accounts whose node of Citus is away, so that those of others are not claimed with them again.
 *
 * @returns whether there are any.
 */
async function putOffAway(
  { pool, nodes, log, clock }: WorkerParts,
  keys: readonly EventKey[],
): Promise<boolean> {
  const { away } = await splitAway(nodes, keys, ({ customer_id }) => [customer_id]);
  if (away.length === 0) return false;
  log.warn({ events: away.length }, 'a node is away; attribution of its events is put off');
  await putOff(pool, away, clock() + NODE_BACK_MS);
  return true;
}

/** One transaction over the events that `claim` takes. */
async function processClaimed(
  { pool, clock }: WorkerParts,
  claim: (client: PoolClient) => Promise<ClaimedEvent[]>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    try {
      const claimed = await claim(client);
      if (claimed.length > 0) await processEvents(client, claimed, clock());
    } catch (error) {
      // Releases the claims now: until the server notices a cut connection they would be skipped as another worker's.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

async function processBisecting(parts: WorkerParts, keys: readonly EventKey[]): Promise<void> {
  const { pool, log, clock } = parts;
  await bisectFailures<EventKey, void>(keys, {
    run: async (portion) => {
      await retryConflicts(() => processClaimed(parts, (client) => claimAgain(client, portion)), {
        alsoConflict: anotherWasFirst,
        maxAttempts: MAX_ATTEMPTS,
      });
      return portion.map(() => undefined);
    },
    blamesItem: async (error) => !(await isAway(pool, error)),
    giveUp: (key, error) => {
      log.error({ err: error, event: keyOf(key) }, 'an event cannot be attributed; it is deferred');
      return park(pool, key, error instanceof Error ? error.message : String(error), clock());
    },
  });
}

/** While the database does not answer, no failure is an event's fault. */
async function isAway(pool: Pool, error: unknown): Promise<boolean> {
  if (isDatabaseAway(error)) return true;
  if (error instanceof DatabaseError) return false;
  return pool.query('select 1').then(
    () => false,
    () => true,
  );
}
