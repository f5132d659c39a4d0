import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type KnowsAway, NODE_BACK_MS, splitAway } from '../../../data-plane/split-away.ts';
import { inTransaction } from '../../../group-commit/in-transaction.ts';
import { startWorkLoop, type WorkLoop } from '../../../work-loop/work-loop.ts';
import { claimReviews, putOffReviews, type ReviewKey, reviewInstalls } from './review-installs.ts';

export interface ReviewerParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes?: KnowsAway;
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

/** Processes one batch of the reviews that are due; those of a node that is away are put off. @returns how many. */
export async function processReviews({ pool, nodes, log, clock }: ReviewerParts): Promise<number> {
  let claimed: ReviewKey[] = [];
  try {
    await inTransaction(pool, async (client) => {
      claimed = await claimReviews(client, clock(), BATCH_SIZE);
      await reviewInstalls(client, claimed, clock());
    });
  } catch (error) {
    const { away } = await splitAway(nodes, claimed, ({ customer_id }) => [customer_id]);
    if (away.length === 0) throw error;
    log.warn({ reviews: away.length }, 'a node is away; reviews of its installs are put off');
    await putOffReviews(pool, away, clock() + NODE_BACK_MS);
  }
  return claimed.length;
}
