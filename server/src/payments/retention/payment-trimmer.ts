import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { trimDeliveries } from './trim-deliveries.ts';
import { trimPayloads } from './trim-payloads.ts';

export interface PaymentTrimmerParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Days that raw payloads are kept. */
  readonly payloadDays: number;
}

const REST_MS = 60_000;

/** Removes data whose retention period is over. Any number may run, in any number of processes. */
export function startPaymentTrimmer(parts: PaymentTrimmerParts): WorkLoop {
  return startWorkLoop({
    work: async () => {
      const results = await Promise.allSettled([trimDeliveries(parts.pool), trimPayloads(parts)]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      return false;
    },
    restMs: REST_MS,
    onFailure: (err) =>
      parts.log.warn({ err }, 'old deliveries and payloads could not be removed; it will be retried'),
  });
}
