import { startLikenessReporter } from '../../attribution/calibration/likeness-reporter.ts';
import { startClickCounter } from '../../attribution/clicks/count-clicks.ts';
import { startFraudReviewer } from '../../attribution/fraud/review/fraud-reviewer.ts';
import { startAttributionWorker } from '../../attribution/work/attribution-worker.ts';
import { startActivityWorker } from '../../counters/activity/activity-worker.ts';
import { startEventCounter } from '../../counters/events/count-events.ts';
import { startImportWorker } from '../../imports/process/import-worker.ts';
import { startCodeForgetter } from '../../links/deferred/forget-clipboard-codes.ts';
import { startDomainChecks } from '../../links/domains/proof/recheck-domains.ts';
import { startCreditWorker } from '../../payments/credit/credit-worker.ts';
import { startPaymentTrimmer } from '../../payments/retention/payment-trimmer.ts';
import type { Services } from '../../platform/services.ts';
import { startDeliveryWorker } from '../../postbacks/deliver/delivery-worker.ts';
import { startAttemptTrimmer } from '../../postbacks/retention/attempt-trimmer.ts';
import { startErasureWorker } from '../../privacy/erasure/erasure-worker.ts';
import { startRetention } from '../../privacy/retention/start-retention.ts';

/** The background workers. Any number of instances may run them. */
export interface Workers {
  /** Finishes what is claimed and stops. */
  stop(): Promise<void>;
}

/** Starts every background worker. */
export function startWorkers(services: Services): Workers {
  const { backgroundPool: pool, nodes, changes, bell, log, clock, config, orm, outside } = services;
  const workers = [
    startAttributionWorker({ pool, nodes, bell, log, clock }),
    startActivityWorker({ pool, nodes, log, clock }),
    startFraudReviewer({ pool, nodes, log, clock }),
    startLikenessReporter({ pool, log, clock }),
    startClickCounter({ pool, nodes, log, clock }),
    startEventCounter({ pool, nodes, log, clock }),
    startCreditWorker({ pool, nodes, log, clock }),
    startDomainChecks({ pool, orm, outside, log, clock }),
    startErasureWorker({ pool, changes, log, clock }),
    startImportWorker({ pool, nodes, log, clock, address: config }),
    startPaymentTrimmer({ pool, log, clock, payloadDays: config.paymentPayloadDays }),
    startDeliveryWorker(services.postbacks),
    startCodeForgetter({ pool, log, clock }),
    startAttemptTrimmer({ pool, log, clock, days: config.postbackAttemptDays }),
    startRetention({ pool, log, clock, days: config.retentionDays }),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
