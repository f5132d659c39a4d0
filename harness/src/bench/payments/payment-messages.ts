import type { SeededWebhook } from './seed-webhooks.ts';

/** A load of provider_a deliveries, spread over webhooks. */
export interface PaymentLoad {
  readonly port: number;
  readonly webhooks: readonly SeededWebhook[];
  readonly requests: number;
  readonly connections: number;
  /** Share of the requests that only warm up the service. */
  readonly warmUp: number;
  /** Prefix of the references; another prefix means other payments. */
  readonly prefix: string;
  /** Devices of each app that payments name. */
  readonly payers: number;
  /** Text that every answer must contain. */
  readonly expected: string;
}

interface PaymentResult {
  readonly requests: number;
  readonly seconds: number;
  /** Times from a request to its response, in ms, sorted. */
  readonly latencies: number[];
}

export type PaymentReport = 'warm' | PaymentResult;
