import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { QueueBell } from '../../changes/queue-bell.ts';
import { ConcurrentChange } from '../../event-queue/concurrent-change.ts';
import { claimAgain, claimDue, park } from '../../event-queue/event-queue.ts';
import { type EventKey, keyOf } from '../../event-queue/queued-event.ts';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { processEvents } from './process-events.ts';

export interface WorkerParts {
  readonly pool: Pool;
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
const MAX_CONFLICTS = 8;

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
 * Claims and processes one batch. If a transaction fails because of its events, ever smaller halves are processed, and
 * the event that fails alone is deferred.
 *
 * @returns how many events were claimed.
 * @throws if the database is unavailable.
 */
export async function processBatch(parts: WorkerParts): Promise<number> {
  const { clock, batchSize = BATCH_SIZE } = parts;
  let claimed: EventKey[] = [];
  try {
    await processClaimed(parts, async (client) => {
      claimed = await claimDue(client, clock(), batchSize);
      return claimed;
    });
  } catch (error) {
    await processBisecting(parts, claimed, error, 0);
  }
  return claimed.length;
}

/** One transaction over the events that `claim` takes. */
async function processClaimed(
  { pool, clock }: WorkerParts,
  claim: (client: PoolClient) => Promise<EventKey[]>,
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

async function processBisecting(
  parts: WorkerParts,
  keys: readonly EventKey[],
  error: unknown,
  conflicts: number,
): Promise<void> {
  const { pool, log, clock } = parts;
  const retry = isConflict(error) && conflicts < MAX_CONFLICTS;
  if (keys.length === 0 || (!retry && (await isDatabaseAway(pool, error)))) throw error;
  const [only] = keys;
  if (!retry && only !== undefined && keys.length === 1) {
    log.error({ err: error, event: keyOf(only) }, 'an event cannot be attributed; it is deferred');
    return park(pool, only, error instanceof Error ? error.message : String(error), clock());
  }
  // Transactions that conflicted must not meet again at the same moment.
  if (retry) await pause(Math.random() * 10 * (conflicts + 1));
  const half = retry ? keys.length : keys.length >> 1;
  for (const portion of [keys.slice(0, half), keys.slice(half)]) {
    if (portion.length === 0) continue;
    try {
      await processClaimed(parts, (client) => claimAgain(client, portion));
    } catch (next) {
      await processBisecting(parts, portion, next, retry ? conflicts + 1 : 0);
    }
  }
}

/** Deadlock, serialization failure, or another worker that was first: the same work can succeed when repeated. */
function isConflict(error: unknown): boolean {
  if (error instanceof ConcurrentChange) return true;
  return error instanceof DatabaseError && ['40P01', '40001', '23505'].includes(error.code ?? '');
}

/**
 * Connection, resource and shutdown errors say nothing about the events; nor does any error while the database is
 * unreachable.
 */
async function isDatabaseAway(pool: Pool, error: unknown): Promise<boolean> {
  if (error instanceof DatabaseError) return /^(08|53|55|57|58)/.test(error.code ?? '');
  return pool.query('select 1').then(
    () => false,
    () => true,
  );
}
