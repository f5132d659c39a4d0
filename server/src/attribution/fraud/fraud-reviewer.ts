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
/** Reviews may be late by this much. */
const REST_MS = 30_000;

/** Reviews installs a day after their decision, and again after three. Any number may run, in any number of processes. */
export function startFraudReviewer(parts: ReviewerParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await processReviews(parts)) === BATCH_SIZE,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'reviews of installs failed; they will be tried again'),
  });
}

/** Processes one batch of the reviews that are due. @returns how many. */
export function processReviews({ pool, clock }: ReviewerParts): Promise<number> {
  return inTransaction(pool, (client) => reviewInstalls(client, clock(), BATCH_SIZE));
}
