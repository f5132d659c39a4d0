import type { ClientBase } from 'pg';
import type { EventType, PaymentRow } from './payment-fact.ts';

/** What a reversal refers to. */
export interface ReversalOf {
  /** Its payment; null while that has not arrived. */
  readonly originalId: string | null;
  /** The aliases of its payment: reversals waiting under one of them belong to the same payment. */
  readonly names: readonly string[];
  /** Whether its amount is the total refunded so far. */
  readonly cumulative: boolean;
}

/**
 * Of a cumulative refund only the increase is recorded, and nothing if there is none. Whether a refund is partial is
 * determined by its payment's amount in the same currency; if there is none to compare with, it counts as full.
 */
const INSERT = `
  insert into payments (customer_id, payment_event_id, app_id, provider, reference, key_type, event_type, amount,
    currency, occurred_at, received_at, original_id, service_click_id, gaid, android_id, user_id)
  select $1::uuid, given.payment_event_id, given.app_id, given.provider, given.reference, given.key_type,
    case when given.event_type <> 'refund_by_amount' then given.event_type
         when coalesce(given.currency, original.currency) = original.currency and due.amount < original.amount
           then 'partial_refund'
         else 'refund' end,
    due.amount, given.currency, to_timestamp(given.occurred_at / 1000.0), to_timestamp(given.received_at / 1000.0),
    original.payment_event_id, given.service_click_id, given.gaid, given.android_id, given.user_id
  from json_to_record($2::json) as given (payment_event_id uuid, app_id uuid, provider text,
    reference text, key_type text, event_type text, amount numeric, currency text, occurred_at bigint,
    received_at bigint, service_click_id uuid, gaid text, android_id text, user_id text)
  left join payments original on original.customer_id = $1 and original.payment_event_id = $3
  cross join lateral (
    select given.amount - case when $5 then coalesce((
      select sum(payments.amount) from payments
      where payments.customer_id = $1 and payments.key_type = given.key_type and payments.payment_event_id = any(array(
        select reversal.payment_event_id from payments reversal
        where reversal.customer_id = $1 and reversal.original_id = $3
        union
        select payment_event_id from waiting_reversals
        where customer_id = $1 and provider = given.provider and alias = any($4::text[])
      ))), 0) else 0 end as amount
  ) due
  where due.amount > 0
  on conflict (customer_id, provider, reference, key_type) do nothing
  returning event_type`;

const ALONE: ReversalOf = { originalId: null, names: [], cumulative: false };

/**
 * Stores a payment or reversal, not yet credited or counted.
 *
 * @returns what it is recorded as; null if its reference is already recorded, or nothing about it is new.
 */
export async function insertPayment(
  client: ClientBase,
  row: PaymentRow,
  { originalId, names, cumulative }: ReversalOf = ALONE,
): Promise<EventType | null> {
  const { rows } = await client.query<{ event_type: EventType }>({
    name: 'insert-payment',
    text: INSERT,
    values: [row.customer_id, JSON.stringify(row), originalId, names, cumulative],
  });
  return rows[0]?.event_type ?? null;
}
