import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { reviewInstalls } from './review-installs.ts';

export interface ReviewerParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

const BATCH_SIZE = 500;
/** Nobody waits for a review by the second. */
const REST_MS = 30_000;

/** Looks at installs again after a day and after three. Any number may run, in any number of processes. */
export function startFraudReviewer(parts: ReviewerParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await workOffReviews(parts)) === BATCH_SIZE,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'installs cannot be looked at again; it will be tried later'),
  });
}

/** Works off one batch of reviews that are due. @returns how many. */
export function workOffReviews({ pool, clock }: ReviewerParts): Promise<number> {
  return inTransaction(pool, (client) => reviewInstalls(client, clock(), BATCH_SIZE));
}
