import type { ClientBase, Pool } from 'pg';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';

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
  select delivery_id, webhook_id, delivered_at, verified, outcome, reason
  from json_to_recordset($1::json) as given (delivery_id uuid, webhook_id uuid, delivered_at timestamptz,
    verified boolean, outcome text, reason text)`;

/** Adds to the delivery logs of webhooks; trim-deliveries.ts keeps the latest. */
export async function logDeliveries(
  client: ClientBase | Pool,
  deliveries: readonly LoggedDelivery[],
): Promise<void> {
  const rows = deliveries.map(({ webhookId, deliveredAt, ...seen }) => ({
    delivery_id: timeOrderedId(deliveredAt),
    webhook_id: webhookId,
    delivered_at: new Date(deliveredAt).toISOString(),
    ...seen,
  }));
  await client.query({ name: 'log-payment-deliveries', text: LOG, values: [JSON.stringify(rows)] });
}
