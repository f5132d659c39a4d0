import { startAttributionWorker } from './attribution/attribution-worker.ts';
import { startFraudReviewer } from './attribution/fraud-rules/fraud-reviewer.ts';
import { startClickCounter } from './links/count-clicks.ts';
import { startActivityWorker } from './rollups/activity-worker.ts';
import type { Services } from './services.ts';

/** Everything that works beside the requests. Any number of instances may run them. */
export interface Workers {
  /** Finishes what is claimed and stops. */
  stop(): Promise<void>;
}

export function startWorkers({ backgroundPool: pool, bell, log, clock }: Services): Workers {
  const workers = [
    startAttributionWorker({ pool, bell, log, clock }),
    startActivityWorker({ pool, log, clock }),
    startFraudReviewer({ pool, log, clock }),
    startClickCounter({ pool, log }),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
