import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Keyring } from '../../platform/auth/secrets/keyring.ts';

const KEEP = `
  insert into payment_payloads (customer_id, payment_event_id, digest, stored_at, sealed)
  select customer_id, payment_event_id, decode(digest, 'hex'), stored_at, sealed
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, digest text,
    stored_at timestamptz, sealed text)
  order by customer_id, payment_event_id, digest
  on conflict do nothing`;

/** A delivery's body and the payment it is about. */
export interface KeptPayload {
  readonly customerId: string;
  readonly paymentEventId: string;
  readonly rawBody: Uint8Array;
  /** Unix ms. */
  readonly receivedAt: number;
}

/** Stores the bodies of deliveries encrypted, for support; the same body only once. They are never returned. */
export async function keepPayloads(
  client: ClientBase,
  keyring: Keyring,
  payloads: readonly KeptPayload[],
): Promise<void> {
  const rows = payloads.map(({ customerId, paymentEventId, rawBody, receivedAt }) => ({
    customer_id: customerId,
    payment_event_id: paymentEventId,
    digest: createHash('sha256').update(rawBody).digest('hex'),
    stored_at: new Date(receivedAt).toISOString(),
    sealed: keyring.seal('payment-payload', paymentEventId, Buffer.from(rawBody).toString('utf8')),
  }));
  if (rows.length === 0) return;
  await client.query({ name: 'keep-payment-payloads', text: KEEP, values: [JSON.stringify(rows)] });
}
