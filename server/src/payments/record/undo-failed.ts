import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import type { Entry } from './entry.ts';
import { type InsertedPayment, insertPayments, type NewPayment } from './insert-payments.ts';
import type { Plan } from './plan-recording.ts';

const REMEMBER = `
  insert into failed_refunds (customer_id, provider, reference, amount, currency, occurred_at)
  select customer_id, provider, reference, amount, currency, to_timestamp(occurred_at / 1000.0)
  from json_to_recordset($1::json) as given (customer_id uuid, provider text, reference text, amount numeric,
    currency text, occurred_at bigint)
  where given.customer_id = given.customer_id
  order by customer_id, provider, reference
  on conflict do nothing`;

/**
 * Remembers failed refunds that are not recorded. Most of them never moved any money, but the notice of some is merely late. Those
 * without an id are not remembered, as another refund of the same amount may be a second attempt.
 */
export async function rememberFailed(client: ClientBase, entries: readonly Entry[]): Promise<void> {
  const failed = entries.flatMap(({ fact, told }) => {
    const { customerId: customer_id, provider, reading } = fact;
    if (!told?.isVain || reading.kind !== 'reversal') return [];
    const reference = reading.undoes?.reference;
    if (reference === undefined || reference === null) return [];
    const { amount, currency, occurredAt: occurred_at } = reading;
    return [{ customer_id, provider, reference, amount, currency, occurred_at }];
  });
  await queryGiven(client, { name: 'remember-failed-refunds', text: REMEMBER }, failed);
}

const FIND = `
  select given.customer_id, given.refund_id, failed.provider, failed.reference, trim_scale(failed.amount)::text as amount,
    failed.currency, (extract(epoch from failed.occurred_at) * 1000)::float8 as occurred_at, refund.app_id,
    refund.original_id, refund.service_click_id, refund.gaid, refund.android_id, refund.user_id
  from json_to_recordset($1::json) as given (customer_id uuid, refund_id uuid, provider text, reference text)
  join failed_refunds failed on failed.customer_id = given.customer_id and failed.provider = given.provider
    and failed.reference = given.reference
  join payments refund on refund.customer_id = given.customer_id and refund.payment_event_id = given.refund_id`;

const FORGET = `
  delete from failed_refunds failed
  using json_to_recordset($1::json) as given (customer_id uuid, provider text, reference text)
  where failed.customer_id = given.customer_id and failed.provider = given.provider
    and failed.reference = given.reference
  returning failed.reference`;

/** A reinstatement waits for its payment under the same names as its refund. */
const WAIT = `
  insert into waiting_reversals (customer_id, provider, alias, payment_event_id)
  select waiting.customer_id, waiting.provider, waiting.alias, given.payment_event_id
  from json_to_recordset($1::json) as given (customer_id uuid, undoes_id uuid, payment_event_id uuid)
  join waiting_reversals waiting on waiting.customer_id = given.customer_id
    and waiting.payment_event_id = given.undoes_id
  on conflict do nothing`;

interface Failed
  extends Omit<NewPayment, 'payment_event_id' | 'key_type' | 'event_type' | 'undoes' | 'undoes_id'> {
  readonly refund_id: string;
}

type Undone = InsertedPayment & Pick<NewPayment, 'original_id'>;

/**
 * Undoes refunds that were reported as failed before they were recorded, or before their ids were known.
 *
 * @returns what came back, as it is counted; what reverses a payment is to be credited with it.
 */
export async function undoFailed(client: ClientBase, plans: readonly Plan[]): Promise<Undone[]> {
  const asked = plans.flatMap(({ entry: { fact, told }, recordId, insert }) => {
    const { customerId: customer_id, provider, reading, receivedAt } = fact;
    if (reading.kind !== 'reversal' || !reading.named) return [];
    if (insert === null && (told?.alsoReference === undefined || told.isUndone)) return [];
    return [{ customer_id, refund_id: recordId, provider, reference: reading.reference, receivedAt }];
  });
  const found = await queryGiven<Failed & Record<string, unknown>>(
    client,
    { name: 'find-failed-refunds', text: FIND },
    asked,
  );
  if (found.length === 0) return [];
  const received = new Map(asked.map(({ refund_id, receivedAt }) => [refund_id, receivedAt]));
  const rows = found.map(({ refund_id, ...failed }): NewPayment => {
    const received_at = received.get(refund_id) ?? 0;
    const kinds = { key_type: 'reinstated', event_type: 'reinstated', undoes: 'refund' } as const;
    const payment_event_id = timeOrderedId(received_at);
    return { ...failed, ...kinds, payment_event_id, received_at, undoes_id: refund_id };
  });
  const inserted = await insertPayments(client, rows);
  await queryGiven(client, { name: 'forget-failed-refunds', text: FORGET }, found);
  const waiting = rows.filter(({ original_id }) => original_id === null);
  await queryGiven(client, { name: 'wait-like-refunds', text: WAIT }, waiting);
  return rows.flatMap(({ payment_event_id, original_id }) => {
    const row = inserted.get(payment_event_id);
    return row ? [{ ...row, original_id }] : [];
  });
}
