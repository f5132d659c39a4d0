import type { SeededWebhook } from './seed-webhooks.ts';

/** A load of deliveries of provider_a, spread over webhooks. */
export interface PaymentLoad {
  readonly port: number;
  readonly webhooks: readonly SeededWebhook[];
  readonly requests: number;
  readonly connections: number;
  /** Share of the requests that only warm up. */
  readonly warmUp: number;
  /** Begins the references: other ones are other payments. */
  readonly prefix: string;
  /** Devices of each app that payments name. */
  readonly payers: number;
  /** What every answer has to hold; nothing else may come back. */
  readonly expected: string;
}

interface PaymentResult {
  readonly requests: number;
  readonly seconds: number;
  /** Times from a request to its answer, in ms, sorted. */
  readonly latencies: number[];
}

export type PaymentReport = 'warm' | PaymentResult;
