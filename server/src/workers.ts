import { startAttributionWorker } from './attribution/attribution-worker.ts';
import { startFraudReviewer } from './attribution/fraud-rules/fraud-reviewer.ts';
import { startClickCounter } from './links/count-clicks.ts';
import { startCreditWorker } from './payments/credit-worker.ts';
import { startPaymentTrimmer } from './payments/payment-trimmer.ts';
import { startActivityWorker } from './rollups/activity-worker.ts';
import type { Services } from './services.ts';

/** Everything that works beside the requests. Any number of instances may run them. */
export interface Workers {
  /** Finishes what is claimed and stops. */
  stop(): Promise<void>;
}

export function startWorkers({ workPool, bell, log, clock, config }: Services): Workers {
  const workers = [
    startAttributionWorker({ pool: workPool, bell, log, clock }),
    startActivityWorker({ pool: workPool, log, clock }),
    startFraudReviewer({ pool: workPool, log, clock }),
    startClickCounter({ pool: workPool, log }),
    startCreditWorker({ pool: workPool, log, clock }),
    startPaymentTrimmer({ pool: workPool, log, clock, payloadDays: config.paymentPayloadDays }),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
