import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** The outcome of a delivery; `refused` is one that could not be authenticated. */
export type DeliveryOutcome =
  | 'recorded'
  | 'duplicate'
  | 'ignored'
  | 'invalid'
  | 'refused'
  | 'limited'
  | 'failed';

/** A delivery as shown to the developer who created the webhook, without its payload. */
export interface LoggedDelivery {
  readonly webhookId: string;
  /** Unix ms. */
  readonly deliveredAt: number;
  /** Whether its signature was valid. */
  readonly verified: boolean;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
}

const LOG = `
  insert into payment_deliveries (delivery_id, webhook_id, delivered_at, verified, outcome, reason)
  values ($1, $2, $3, $4, $5, $6)`;

/** Adds to a webhook's delivery log; trim-deliveries.ts keeps the latest. */
export async function logDelivery(
  client: ClientBase | Pool,
  { webhookId, deliveredAt, verified, outcome, reason }: LoggedDelivery,
): Promise<void> {
  await client.query({
    name: 'log-payment-delivery',
    text: LOG,
    values: [randomUUID(), webhookId, new Date(deliveredAt).toISOString(), verified, outcome, reason],
  });
}
