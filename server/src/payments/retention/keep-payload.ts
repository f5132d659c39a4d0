import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Keyring } from '../../secrets/keyring.ts';

const KEEP = `
  insert into payment_payloads (customer_id, payment_event_id, digest, stored_at, sealed)
  values ($1, $2, $3, $4, $5)
  on conflict do nothing`;

/** A delivery's body and the payment it is about. */
export interface KeptPayload {
  readonly customerId: string;
  readonly paymentEventId: string;
  readonly rawBody: Uint8Array;
  /** Unix ms. */
  readonly receivedAt: number;
}

/** Stores a delivery's body encrypted, for support; the same body only once. It is never returned. */
export async function keepPayload(
  client: ClientBase,
  keyring: Keyring,
  { customerId, paymentEventId, rawBody, receivedAt }: KeptPayload,
): Promise<void> {
  const digest = createHash('sha256').update(rawBody).digest();
  const text = Buffer.from(rawBody).toString('utf8');
  const sealed = keyring.seal('payment-payload', paymentEventId, text);
  await client.query({
    name: 'keep-payment-payload',
    text: KEEP,
    values: [customerId, paymentEventId, digest, new Date(receivedAt).toISOString(), sealed],
  });
}
