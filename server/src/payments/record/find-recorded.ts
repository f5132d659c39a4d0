import type { ClientBase } from 'pg';
import { keyTypeOf, type PaymentFact } from './payment-fact.ts';

const FIND = `
  select payment_event_id, original_id from payments
  where customer_id = $1 and provider = $2 and reference = $3 and key_type = $4`;

/** A recorded payment or reversal. */
export interface RecordedPayment {
  readonly payment_event_id: string;
  readonly original_id: string | null;
}

/**
 * Finds what is recorded under a reference, which is unique by kind in the whole account, whichever app it was
 * delivered to.
 */
export async function findRecorded(
  client: ClientBase,
  { customerId, provider, reading }: PaymentFact,
): Promise<RecordedPayment | null> {
  const { rows } = await client.query<RecordedPayment>({
    name: 'find-recorded-payment',
    text: FIND,
    values: [customerId, provider, reading.reference, keyTypeOf(reading)],
  });
  return rows[0] ?? null;
}
