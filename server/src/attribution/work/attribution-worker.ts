import { QUEUES } from '../../platform/jobs/queues.ts';
import { type JobParts, type Jobs, runJobs } from '../../platform/jobs/run-jobs.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { QueueBell } from '../../platform/store/changes/queue-bell.ts';
import { anotherWasFirst } from '../event-queue/another-was-first.ts';
import { EVENT_CLAIMS } from '../event-queue/event-queue.ts';
import type { ClaimedEvent } from '../event-queue/queued-event.ts';
import { passOnTold } from './pass-on-told.ts';
import { processEvents } from './process-events.ts';

export interface WorkerParts extends JobParts {
  readonly bell: Pick<QueueBell, 'subscribe'>;
  /** Events per transaction. */
  readonly batchSize?: number;
}

const EVENTS: Jobs<ClaimedEvent> = {
  queue: QUEUES.event_queue,
  claims: EVENT_CLAIMS,
  batch: 500,
  work: processEvents,
  accountsOf: ({ customer_id }) => [customer_id],
  alsoConflict: anotherWasFirst,
};

/** The polling interval, in ms: a ring may be lost, and deferred events become due. */
const POLL_MS = 1000;

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
 * Claims and processes one batch, after what came before it and tells ids is passed on.
 *
 * @returns how many events were claimed, and batches passed on.
 * @throws if the database is unavailable.
 */
export async function processBatch(parts: WorkerParts): Promise<number> {
  const passed = await passOnTold(parts);
  return passed + (await runJobs(parts, { ...EVENTS, batch: parts.batchSize ?? EVENTS.batch }));
}
