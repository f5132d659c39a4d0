import type { ClientBase } from 'pg';
import { creditPayments, lockPayments } from '../credit/credit-payments.ts';
import { findConflict } from './find-conflict.ts';
import type { PaymentFact } from './payment-fact.ts';
import { alreadyRecorded, type Recording } from './recording.ts';

/** Ids that the record lacks, or an earlier time; a linked reversal takes them from its payment. */
const LOOK = `
  select not forgotten and original_id is null and (
      (service_click_id is null and $3::uuid is not null) or (gaid is null and $4::text is not null)
      or (android_id is null and $5::text is not null) or (user_id is null and $6::text is not null)
      or coalesce(occurred_at > to_timestamp($7 / 1000.0), false) or (occurred_at is null and $7 is not null)
    ) as has_news
  from payments
  where customer_id = $1 and payment_event_id = $2`;

/** The first ids reported for a payment are kept, and the earliest time, in whatever order they arrive. */
const ADD = `
  update payments set
    service_click_id = coalesce(service_click_id, $3), gaid = coalesce(gaid, $4),
    android_id = coalesce(android_id, $5), user_id = coalesce(user_id, $6),
    occurred_at = least(occurred_at, to_timestamp($7 / 1000.0))
  where customer_id = $1 and payment_event_id = $2 and not forgotten`;

interface Known {
  readonly paymentEventId: string;
  /** Payments to credit in any case, because the caller has locked or linked them. */
  readonly creditAnyway?: readonly string[];
}

/**
 * Adds what another delivery knows about a recorded payment, above all an id of its device. Its app, amount and currency
 * stay as first recorded.
 */
export async function recordRepeat(
  client: ClientBase,
  fact: PaymentFact,
  { paymentEventId, creditAnyway = [] }: Known,
): Promise<Recording> {
  const { customerId, reading } = fact;
  const { service_click_id, gaid, android_id, user_id } = reading.identifiers;
  const ids = [service_click_id, gaid, android_id, user_id];
  const { rows } = await client.query<{ has_news: boolean }>({
    name: 'look-for-payment-news',
    text: LOOK,
    values: [customerId, paymentEventId, ...ids, reading.occurredAt],
  });
  const conflict = await findConflict(client, fact, paymentEventId);
  const addsInformation = rows[0]?.has_news === true;
  if (!addsInformation && creditAnyway.length === 0) return alreadyRecorded(conflict);

  let isAdded = false;
  if (addsInformation) {
    await lockPayments(client, customerId, [paymentEventId]);
    const values = [customerId, paymentEventId, ...ids, reading.occurredAt];
    const added = await client.query({ name: 'add-payment-news', text: ADD, values });
    isAdded = added.rowCount === 1;
  }
  const credited = [...new Set([...creditAnyway, ...(isAdded ? [paymentEventId] : [])])];
  const { deltas } = await creditPayments(client, customerId, credited);
  return {
    ...alreadyRecorded(conflict, isAdded ? 'it adds information to a recorded payment' : null),
    touched: isAdded ? paymentEventId : null,
    deltas,
    creditAgain: isAdded ? [paymentEventId] : [],
  };
}
