import { lockRows } from '../../../platform/jobs/claim-rows.ts';
import { QUEUES } from '../../../platform/jobs/queues.ts';
import { type JobParts, type Jobs, runJobs, startJobs } from '../../../platform/jobs/run-jobs.ts';
import type { WorkLoop } from '../../../platform/jobs/work-loop.ts';
import { type ReviewKey, reviewInstalls } from './review-installs.ts';

const REVIEWS: Jobs<ReviewKey> = {
  queue: QUEUES.fraud_reviews,
  claims: lockRows({
    queue: QUEUES.fraud_reviews,
    columns: 'customer_id, install_id',
    turns: 'accounts',
    named: 'fraud-reviews',
  }),
  batch: 500,
  work: reviewInstalls,
  accountsOf: ({ customer_id }) => [customer_id],
};

/** Reviews installs a day after their decision, and again after three. Any number may run, in any number of processes. */
export function startFraudReviewer(parts: JobParts): WorkLoop {
  return startJobs({ ...parts, jobs: REVIEWS });
}

/** Processes one batch of the reviews that are due. @returns how many. */
export function processReviews(parts: JobParts): Promise<number> {
  return runJobs(parts, REVIEWS);
}
