import type { ClientBase } from 'pg';
import { type Change, counted, takenBack } from '../../counters/add-to-counters.ts';
import { countedGroups } from '../../counters/dimensions.ts';
import { type CountedPayment, PAYMENTS } from '../../counters/facts/payments.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { PaymentRef } from './lock-payments.ts';
import { pairRevenue } from './pair-revenue.ts';

/**
 * Payments that share device, currency and amount with one of the given facts: pairing one of them may free or take the
 * purchase of another. Those of a device that has no such purchase, and that are not paired, are left out: nothing changes
 * about them.
 */
const ALIKE = `
  select distinct given.customer_id, alike.payment_event_id
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, app_id uuid, event_id text)
  cross join lateral (
    select device_id, currency, amount from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
      and payments.key_type = 'payment' and payments.device_id is not null
    union all
    select device_id, currency, amount from purchases
    where purchases.customer_id = given.customer_id and purchases.app_id = given.app_id
      and purchases.event_id = given.event_id
    offset 0
  ) fact
  cross join lateral (
    select exists (
      select 1 from purchases
      where purchases.customer_id = given.customer_id and purchases.device_id = fact.device_id
        and purchases.currency = fact.currency and purchases.amount = fact.amount) as has_purchase
    offset 0
  ) pairing
  cross join lateral (
    select payment_event_id from payments
    where payments.customer_id = given.customer_id and payments.device_id = fact.device_id
      and payments.currency = fact.currency and payments.amount = fact.amount and payments.key_type = 'payment'
      and pairing.has_purchase
    union all
    select payment_event_id from payments
    where payments.customer_id = given.customer_id and payments.device_id = fact.device_id
      and payments.currency = fact.currency and payments.amount = fact.amount and payments.counted_double
      and not pairing.has_purchase
    offset 0
  ) alike`;

/** Every payment whose pairing may change with these facts. Read before they are locked and credited. */
export async function findAlikePayments(
  client: ClientBase,
  payments: readonly PaymentRef[],
  purchases: readonly PurchaseRef[],
): Promise<PaymentRef[]> {
  return queryGiven<PaymentRef>(client, { name: 'alike-payments', text: ALIKE }, [...payments, ...purchases]);
}

/** A purchase. */
export interface PurchaseRef {
  readonly customer_id: string;
  readonly app_id: string;
  readonly event_id: string;
}

const TO_PAIR = `
  select customer_id, app_id, payment_event_id, device_id, currency, trim_scale(amount)::text as amount,
    extract(epoch from least(occurred_at, received_at))::float8 * 1000 as at, counted_double,
    to_char(counted_day, 'YYYY-MM-DD') as counted_day, key_type, counted_currency, counted_amount, counted_matched,
    counted_campaign_id, counted_link_id, provider, ${countedGroups('payments')}
  from payments
  where customer_id = $1 and payment_event_id = any($2::uuid[]) and device_id is not null and key_type = 'payment'`;

const PURCHASES = `
  select device_id, currency, trim_scale(amount)::text as amount, app_id || event_id as id,
    extract(epoch from occurred_at)::float8 * 1000 as at
  from purchases
  where customer_id = $1 and device_id = any($2::uuid[]) and currency = any($3::text[]) and amount = any($4::numeric[])`;

const MARK = `
  update payments set counted_double = not counted_double
  where customer_id = $1 and payment_event_id = any($2::uuid[])`;

interface Alike {
  readonly device_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly at: number;
}
type PaymentRow = Alike & CountedPayment & { readonly payment_event_id: string };
type PurchaseRow = Alike & { readonly id: string };

/**
 * Pairs payments that the caller has locked, after crediting them, with the purchases of their devices: those that are
 * likely the same order are counted as possibly double revenue of their campaign. Which they are follows from the stored
 * facts alone; each transaction that commits one of them queues a pass after its commit, whose look finds all of them.
 *
 * @returns how the counters change, for addToCounters.
 */
export async function pairCredited(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
): Promise<Change[]> {
  const { rows: payments } = await client.query<PaymentRow>({
    name: 'payments-to-pair',
    text: TO_PAIR,
    values: [customerId, paymentIds],
  });
  if (payments.length === 0) return [];
  const { rows: purchases } = await client.query<PurchaseRow>({
    name: 'purchases-to-pair',
    text: PURCHASES,
    values: [
      customerId,
      ...(['device_id', 'currency', 'amount'] as const).map((name) => all(payments, name)),
    ],
  });
  const purchasesOf = Map.groupBy(purchases, keyOf);
  const changed = [...Map.groupBy(payments, keyOf)].flatMap(([key, alike]) => {
    const timed = alike.map(({ payment_event_id: id, at }) => ({ id, at }));
    const paired = pairRevenue(timed, purchasesOf.get(key) ?? []);
    return alike.filter((payment) => paired.has(payment.payment_event_id) !== payment.counted_double);
  });
  if (changed.length > 0) {
    const ids = changed.map(({ payment_event_id }) => payment_event_id);
    await client.query({ name: 'mark-pairs', text: MARK, values: [customerId, ids] });
  }
  const marked = changed.map((payment) => ({ ...payment, counted_double: !payment.counted_double }));
  return [takenBack(PAYMENTS, changed), counted(PAYMENTS, marked)];
}

function all(payments: readonly PaymentRow[], name: 'device_id' | 'currency' | 'amount'): string[] {
  return [...new Set(payments.map((payment) => payment[name]))];
}

function keyOf({ device_id, currency, amount }: Alike): string {
  return `${device_id} ${currency} ${amount}`;
}
