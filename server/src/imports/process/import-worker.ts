import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../data-plane/split-away.ts';
import { anotherWasFirst } from '../../event-queue/another-was-first.ts';
import { retryConflicts } from '../../group-commit/retry-conflicts.ts';
import { isDatabaseAway } from '../../outages/is-database-away.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { type ClaimedJob, processBatch } from './process-batch.ts';
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
/** Failures of one batch after which its job has failed. */
const MAX_ATTEMPTS = 8;

/** Longer each time: 2 s, then 4 s, up to about 2 minutes. */
const DEFER = `
  with deferred as (
  update import_jobs set attempts = attempts + 1,
    due_at = case when attempts + 1 < $3 then $4::timestamptz + interval '1 second' * 2 ^ (attempts + 1) end,
    status = case when attempts + 1 < $3 then status else 'failed' end,
    completed_at = case when attempts + 1 < $3 then null else $4::timestamptz end,
    failure_reason = case when attempts + 1 < $3 then null
      else 'rows after row ' || processed_rows || ' could not be stored; the rows before stay imported' end
  where customer_id = $1 and id = $2 and due_at is not null
  returning status
  )
  delete from import_batches
  where customer_id = $1 and job_id = $2 and exists (select 1 from deferred where status = 'failed')`;

/** Through no fault of its rows. */
const PUT_OFF = `
  update import_jobs set due_at = $3 where customer_id = $1 and id = $2 and due_at is not null`;

/** Processes imports. Any number may run, in any number of processes. */
export function startImportWorker(parts: ImportWorkerParts): WorkLoop {
  return startWorkLoop({
    work: () => processImports(parts),
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'an import could not be continued; it will be retried'),
  });
}

/**
 * Processes the next batch of an import. One that fails on its own is deferred, and so is one whose node is away.
 *
 * @returns whether more may be waiting.
 * @throws if the database is unavailable.
 */
export async function processImports(parts: ImportWorkerParts): Promise<boolean> {
  const { pool, nodes, log, clock } = parts;
  let claimed: ClaimedJob | undefined;
  const onClaim = (job: ClaimedJob) => {
    claimed = job;
  };
  try {
    let alone = false;
    const run = () =>
      processBatch({ ...parts, alone, onClaim }).catch((error: unknown) => {
        alone = error instanceof NeedsAppAlone;
        throw error;
      });
    return await retryConflicts(run, {
      alsoConflict: isWorthAnother,
      maxAttempts: MAX_CONFLICTS,
    });
  } catch (error) {
    if (claimed === undefined) throw error;
    const { id, customer_id, processed_rows } = claimed;
    if ((await splitAway(nodes, [customer_id], (account) => [account])).away.length > 0) {
      log.warn({ job: id }, 'a node is away; rows of its accounts are imported later');
      await pool.query(PUT_OFF, [customer_id, id, new Date(clock() + NODE_BACK_MS).toISOString()]);
      return true;
    }
    if (isDatabaseAway(error)) throw error;
    log.error(
      { err: error, job: id, after_row: processed_rows },
      'rows could not be imported; they are deferred',
    );
    await pool.query(DEFER, [customer_id, id, MAX_ATTEMPTS, new Date(clock()).toISOString()]);
    return true;
  }
}

/** Another worker was first, or it has to be alone. */
function isWorthAnother(error: unknown): boolean {
  return error instanceof NeedsAppAlone || anotherWasFirst(error);
}
