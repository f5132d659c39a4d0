import type { Pool } from 'pg';
import type { ErasedRows } from './erasure.ts';
import { processErasure } from './process-erasure.ts';

/** Runs erasures that a caller waits for. */
export interface Erasures {
  /**
   * Goes on with an erasure until nothing is left of it now, but not for much longer than 20 s: the workers do the rest.
   *
   * @throws what the database says; the erasure happens all the same.
   */
  run(receiptId: string): Promise<{ erased: ErasedRows; complete: boolean }>;
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>;
}

interface ErasuresParts {
  readonly pool: Pool;
  /** Unix ms. */
  readonly clock: () => number;
  /** Ms that a caller waits. */
  readonly maxWaitMs?: number;
}

const MAX_WAIT_MS = 20_000;

/** One at a time in a process: what many ask for at once must not take all connections of the workers. */
export function createErasures({ pool, clock, maxWaitMs = MAX_WAIT_MS }: ErasuresParts): Erasures {
  let last: Promise<unknown> = Promise.resolve();
  let closing = false;

  async function goOn(receiptId: string, deadline: number) {
    let erased: ErasedRows = {};
    while (!closing && performance.now() < deadline) {
      const state = await processErasure(pool, clock(), receiptId);
      if (state === undefined) break;
      erased = state.erased;
      if (state.dueAt === null || state.dueAt > clock()) return { erased, complete: true };
    }
    return { erased, complete: false };
  }

  return {
    run(receiptId) {
      const deadline = performance.now() + maxWaitMs;
      const running = last.then(() => goOn(receiptId, deadline));
      last = running.catch(() => {});
      return running;
    },
    async close() {
      closing = true;
      await last;
    },
  };
}
