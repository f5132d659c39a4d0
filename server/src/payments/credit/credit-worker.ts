import type { ClientBase } from 'pg';
import { lockRows } from '../../platform/jobs/claim-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { type JobParts, type Jobs, runJobs, startJobs } from '../../platform/jobs/run-jobs.ts';
import type { WorkLoop } from '../../platform/jobs/work-loop.ts';
import { BEGIN_BY_INDEX } from '../../platform/store/group-commit/in-transaction.ts';
import { creditBatches, type QueuedCredit } from './credit-batches.ts';

const REMOVE = 'delete from credit_queue where batch_id = any($1::uuid[])';

const CREDITS: Jobs<QueuedCredit> = {
  queue: QUEUES.credit_queue,
  claims: lockRows({
    queue: QUEUES.credit_queue,
    columns: 'batch_id, customer_id, payment_ids, app_ids, event_ids',
    turns: 'accounts',
    named: 'credits',
  }),
  // Most are the payments that an account got in one commit, or the purchases of one attribution commit.
  batch: 100,
  begin: BEGIN_BY_INDEX,
  work: creditAll,
  accountsOf: ({ customer_id }) => [customer_id],
};

/** Credits what is queued. Any number may run, in any number of processes. */
export function startCreditWorker(parts: JobParts): WorkLoop {
  return startJobs({ ...parts, jobs: CREDITS });
}

/**
 * Claims and credits some batches in one transaction.
 *
 * @returns how many were claimed.
 * @throws if the database is unavailable.
 */
export function processCredits(parts: JobParts): Promise<number> {
  return runJobs(parts, CREDITS);
}

async function creditAll(client: ClientBase, batches: readonly QueuedCredit[], now: number): Promise<void> {
  await creditBatches(client, batches, now);
  const ids = batches.map(({ batch_id }) => batch_id);
  await client.query({ name: 'remove-credits', text: REMOVE, values: [ids] });
}
