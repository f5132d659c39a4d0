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

export function startWorkers({ workPool, bell, log, clock }: Services): Workers {
  const workers = [
    startAttributionWorker({ pool: workPool, bell, log, clock }),
    startActivityWorker({ pool: workPool, log, clock }),
    startFraudReviewer({ pool: workPool, log, clock }),
    startClickCounter({ pool: workPool, log }),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
