import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { type ErasureParts, processDueErasure } from './process-erasure.ts';

interface ErasureWorkerParts extends ErasureParts {
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Also after one that failed, so that the others go on. */
const REST_MS = 1000;

/** Continues erasures that no caller waits for, as after a restart. Any number may run, in any number of processes. */
export function startErasureWorker({ log, clock, ...parts }: ErasureWorkerParts): WorkLoop {
  return startWorkLoop({
    work: async () => {
      const state = await processDueErasure(parts, clock());
      if (state?.dueAt === null) log.info({ receipt: state.receipt_id }, 'an erasure is finished');
      return state !== undefined;
    },
    restMs: REST_MS,
    onFailure: (err) => log.error({ err }, 'an erasure failed; it is tried again later, or parked'),
  });
}
