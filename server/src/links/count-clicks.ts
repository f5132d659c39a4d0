import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { applyDeltas } from '../rollups/apply-deltas.ts';
import { takeClickCounts } from './click-count-queue.ts';

/** Adds clicks to the counters of their links. Any number may run, in any number of processes. */
export interface ClickCounter {
  /** Finishes what is under way and stops. */
  stop(): Promise<void>;
}

export interface ClickCounterParts {
  readonly pool: Pool;
  readonly log: Logger;
}

/** Commits of clicks that are added up before the counters change. */
const COMMITS = 500;
/** Nobody waits for a counter: what still waits is shown with it. In ms. */
const REST_MS = 1000;

export function startClickCounter(parts: ClickCounterParts): ClickCounter {
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
        while ((await countClicks(parts.pool)) === COMMITS && !stopping);
      } catch (err) {
        parts.log.warn({ err }, 'clicks cannot be counted; it will be tried again');
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

/** Counts the clicks of some commits in one transaction, and answers how many commits there were. */
export function countClicks(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const commits = await takeClickCounts(client, COMMITS);
    await applyDeltas(client, { links: commits.flat() });
    return commits.length;
  });
}
