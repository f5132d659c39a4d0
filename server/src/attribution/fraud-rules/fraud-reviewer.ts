import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { reviewInstalls } from './review-installs.ts';

/** Looks at installs again after a day and after three. Any number may run, in any number of processes. */
export interface FraudReviewer {
  /** Finishes the batch at hand and stops. */
  stop(): Promise<void>;
}

export interface ReviewerParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

const BATCH_SIZE = 500;
/** Nobody waits for a review by the second. */
const REST_MS = 30_000;

export function startFraudReviewer(parts: ReviewerParts): FraudReviewer {
  let stopping = false;
  let wake = () => {};

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, REST_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        while (!stopping && (await workOffReviews(parts)) === BATCH_SIZE);
      } catch (err) {
        parts.log.warn({ err }, 'installs cannot be looked at again; it will be tried later');
      }
      if (!stopping) await rest();
    }
  }

  const running = run();
  return {
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}

/** Works off one batch of reviews that are due. @returns how many. */
export function workOffReviews({ pool, clock }: ReviewerParts): Promise<number> {
  return inTransaction(pool, (client) => reviewInstalls(client, clock(), BATCH_SIZE));
}
