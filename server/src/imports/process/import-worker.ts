import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { anotherWasFirst } from '../../attribution/event-queue/another-was-first.ts';
import { deferRow, putOffRows } from '../../platform/jobs/defer-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { isAway } from '../../platform/jobs/run-jobs.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Config } from '../../platform/settings/config.ts';
import { bisectFailures } from '../../platform/store/group-commit/bisect-failures.ts';
import { retryConflicts } from '../../platform/store/group-commit/retry-conflicts.ts';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../platform/store/split-away.ts';
import { type ClaimedJob, processBatch, setAside, type TakenBatch } from './process-batch.ts';
import { NeedsAppAlone } from './supersede-installs.ts';

export interface ImportWorkerParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Of the service, to which no link may lead. */
  readonly address: Pick<Config, 'publicUrl' | 'host' | 'port'>;
  /** Only this job; default: any. */
  readonly jobId?: string;
}

const REST_MS = 1000;
const MAX_CONFLICTS = 9;
const QUEUE = QUEUES.import_jobs;

/** Processes imports. Any number may run, in any number of processes. */
export function startImportWorker(parts: ImportWorkerParts): WorkLoop {
  return startWorkLoop({
    work: () => processImports(parts),
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'an import could not be continued; it will be retried'),
  });
}

/**
 * Processes the next batch of an import. If that fails because of a row, ever smaller halves of the batch are processed,
 * and the row goes behind all others of its import; there it is tried again, later each time, until it is parked. An import
 * whose node is away waits.
 *
 * @returns whether more may be waiting.
 * @throws if the database is unavailable.
 */
export async function processImports(parts: ImportWorkerParts): Promise<boolean> {
  const { pool, nodes, log, clock } = parts;
  let taken: { job: ClaimedJob; batch: TakenBatch } | undefined;
  try {
    return await processOnce({ ...parts, onTake: (job, batch) => (taken = { job, batch }) });
  } catch (error) {
    if (taken === undefined) throw error;
    const { job, batch } = taken;
    if ((await splitAway(nodes, [job.customer_id], (account) => [account])).away.length > 0) {
      log.warn({ job: job.id }, 'a node is away; rows of its accounts are imported later');
      await putOffRows(pool, QUEUE, [job], clock(), NODE_BACK_MS);
      return true;
    }
    if (await isAway(pool, error)) throw error;
    await processBisecting(parts, job, batch, error);
    return true;
  }
}

type OnceParts = Omit<Parameters<typeof processBatch>[0], 'alone'>;

/** One transaction, again if another worker was first or it has to have the app for itself. */
function processOnce(parts: OnceParts): Promise<boolean> {
  let alone = false;
  const run = () =>
    processBatch({ ...parts, alone }).catch((error: unknown) => {
      alone = error instanceof NeedsAppAlone;
      throw error;
    });
  return retryConflicts(run, { alsoConflict: isWorthAnother, maxAttempts: MAX_CONFLICTS });
}

async function processBisecting(
  parts: ImportWorkerParts,
  job: ClaimedJob,
  { batch, rows }: TakenBatch,
  failure: unknown,
): Promise<void> {
  // Without rows it is the job itself that fails.
  if (rows.length < 2) return giveUp(parts, job, { batch, rows }, failure);
  await bisectFailures<number, void>(rows, {
    run: async (portion) => {
      await processOnce({ ...parts, jobId: job.id, only: { batch, rows: portion } });
      return portion.map(() => undefined);
    },
    blamesItem: async (error) => !(await isAway(parts.pool, error)),
    giveUp: (row, error) => giveUp(parts, job, { batch, rows: [row] }, error),
  });
}

async function giveUp(
  parts: ImportWorkerParts,
  job: ClaimedJob,
  row: TakenBatch,
  error: unknown,
): Promise<void> {
  const { pool, log, clock } = parts;
  const about = { err: error, job: job.id, row: row.rows[0] };
  if (row.rows.length > 0 && (await setAside(parts, job.id, row))) {
    log.error(about, 'a row could not be imported; it is tried again after the others');
    return;
  }
  const { isParked } = await deferRow(pool, QUEUE, job, { error, now: clock() });
  log.error(
    about,
    isParked
      ? 'a row could not be imported again and again; its import is parked'
      : 'a row could not be imported; its import is deferred',
  );
}

/** Another worker was first, or it has to be alone. */
function isWorthAnother(error: unknown): boolean {
  return error instanceof NeedsAppAlone || anotherWasFirst(error);
}
