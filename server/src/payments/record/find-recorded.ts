import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { keyTypeOf, type PaymentFact } from './payment-fact.ts';

/** A reference, which is unique by kind in the whole account, whichever app it was delivered to. */
interface RecordKey {
  readonly customer_id: string;
  readonly provider: string;
  readonly reference: string;
  readonly key_type: string;
}

/** A recorded payment or reversal. */
export interface RecordedPayment extends RecordKey {
  readonly payment_event_id: string;
  readonly original_id: string | null;
}

/** One look-up per reference: a plain join would be planned by the outdated statistics of a growing table. */
const FIND = `
  select given.customer_id, given.provider, given.reference, given.key_type, recorded.payment_event_id,
    recorded.original_id
  from json_to_recordset($1::json) as given (customer_id uuid, provider text, reference text, key_type text)
  cross join lateral (
    select payment_event_id, original_id from payments
    where payments.customer_id = given.customer_id and payments.provider = given.provider
      and payments.reference = given.reference and payments.key_type = given.key_type
    limit 1
  ) recorded`;

/** Finds what is recorded under the references of deliveries, by recordKey. */
export async function findRecorded(
  client: ClientBase,
  facts: readonly PaymentFact[],
): Promise<Map<string, RecordedPayment>> {
  const asked = facts.map(keyOf);
  const rows = await queryGiven<RecordedPayment>(
    client,
    { name: 'find-recorded-payments', text: FIND },
    asked,
  );
  return new Map(rows.map((row) => [textOf(row), row]));
}

/** Identifies a payment or reversal in maps. */
export const recordKey = (fact: PaymentFact) => textOf(keyOf(fact));

function keyOf({ customerId, provider, reading }: PaymentFact): RecordKey {
  return { customer_id: customerId, provider, reference: reading.reference, key_type: keyTypeOf(reading) };
}

function textOf({ customer_id, provider, reference, key_type }: RecordKey): string {
  return `${customer_id} ${provider} ${key_type} ${reference}`;
}
