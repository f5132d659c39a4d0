import type { ErasedRows } from './erasure.ts';
import { type ErasureParts, processErasure } from './process-erasure.ts';

/** Runs erasures that a caller waits for. */
export interface Erasures {
  /**
   * Continues an erasure until nothing of it is due, for about 20 s at most: the workers do the rest.
   *
   * @returns what was erased, and whether that is everything: not if a part of it has failed and is deferred.
   * @throws the database's error; the erasure still happens.
   */
  run(receiptId: string): Promise<{ erased: ErasedRows; complete: boolean; usersOfOthers: number }>;
  /** Resolves when nothing is in progress. */
  close(): Promise<void>;
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly erasures: Erasures;
  }
}

interface ErasuresParts extends ErasureParts {
  /** Unix ms. */
  readonly clock: () => number;
  /** Ms that a caller waits. */
  readonly maxWaitMs?: number;
}

const MAX_WAIT_MS = 20_000;

/** One at a time in a process, so that many requests at once do not take all connections of the workers. */
export function createErasures({ clock, maxWaitMs = MAX_WAIT_MS, ...parts }: ErasuresParts): Erasures {
  let last: Promise<unknown> = Promise.resolve();
  let closing = false;

  async function continueErasure(receiptId: string, deadline: number) {
    let erased: ErasedRows = {};
    let usersOfOthers = 0;
    while (!closing && performance.now() < deadline) {
      const state = await processErasure(parts, clock(), receiptId);
      if (state === undefined) break;
      ({ erased, usersOfOthers } = state);
      // One that failed elsewhere is due later as well.
      if (state.dueAt === null || state.dueAt > clock())
        return { erased, complete: state.isErased, usersOfOthers };
    }
    return { erased, complete: false, usersOfOthers };
  }

  return {
    run(receiptId) {
      const deadline = performance.now() + maxWaitMs;
      const running = last.then(() => continueErasure(receiptId, deadline));
      last = running.catch(() => {});
      return running;
    },
    async close() {
      closing = true;
      await last;
    },
  };
}
