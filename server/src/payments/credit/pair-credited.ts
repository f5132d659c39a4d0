import type { ClientBase } from 'pg';
import { type CountedGroups, countedGroups } from '../../rollups/counted-groups.ts';
import { doubleGroupDeltas, type RevenueGroupDelta } from '../../rollups/groups/group-deltas.ts';
import { type CampaignRevenueDelta, doubleRevenueDelta } from '../../rollups/revenue-delta.ts';
import type { PurchaseKeys } from './credit-purchases.ts';
import { pairRevenue } from './pair-revenue.ts';

/**
 * Payments that share device, currency and amount with one of the given facts: pairing one of them may free or take the
 * purchase of another.
 */
const ALIKE = `
  with given as materialized (
    select device_id, currency, amount from payments
    where customer_id = $1 and payment_event_id = any($2::uuid[]) and key_type = 'payment' and device_id is not null
    union
    select purchases.device_id, purchases.currency, purchases.amount
    from unnest($3::uuid[], $4::text[]) as named (app_id, event_id)
    join purchases on purchases.customer_id = $1 and purchases.app_id = named.app_id
      and purchases.event_id = named.event_id
      and purchases.app_id = any($3::uuid[]) and purchases.event_id = any($4::text[])
  )
  select payments.payment_event_id from given
  join payments on payments.customer_id = $1 and payments.device_id = given.device_id
    and payments.currency = given.currency and payments.amount = given.amount and payments.key_type = 'payment'
    and payments.device_id = any(array(select device_id from given))`;

/** Every payment whose pairing may change with these facts. Read before they are locked and credited. */
export async function findAlikePayments(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
  { app_ids, event_ids }: PurchaseKeys,
): Promise<string[]> {
  const values = [customerId, paymentIds, app_ids, event_ids];
  const { rows } = await client.query<{ payment_event_id: string }>({
    name: 'alike-payments',
    text: ALIKE,
    values,
  });
  return rows.map(({ payment_event_id }) => payment_event_id);
}

const PAYMENTS = `
  select customer_id, app_id, payment_event_id, device_id, currency, trim_scale(amount)::text as amount,
    extract(epoch from least(occurred_at, received_at))::float8 * 1000 as at, counted_double,
    to_char(counted_day, 'YYYY-MM-DD') as counted_day, counted_currency, counted_amount, counted_campaign_id,
    counted_link_id, provider, ${countedGroups('payments')}
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
interface PaymentRow extends Alike, CountedGroups {
  readonly customer_id: string;
  readonly app_id: string;
  readonly payment_event_id: string;
  readonly counted_double: boolean;
  readonly counted_day: string | null;
  readonly counted_currency: string | null;
  readonly counted_amount: string | null;
  readonly counted_link_id: string | null;
  readonly provider: string;
}
type PurchaseRow = Alike & { readonly id: string };

/**
 * Pairs payments that the caller has locked, after crediting them, with the purchases of their devices: those that are
 * likely the same order are counted as possibly double revenue of their campaign. Which they are follows from the stored
 * facts alone; each transaction that commits one of them queues a pass after its commit, whose look finds all of them.
 *
 * @returns how the counters change, for applyDeltas.
 */
export async function pairCredited(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
): Promise<{ campaignRevenue: CampaignRevenueDelta[]; revenueGroups: RevenueGroupDelta[] }> {
  const { rows: payments } = await client.query<PaymentRow>({
    name: 'payments-to-pair',
    text: PAYMENTS,
    values: [customerId, paymentIds],
  });
  if (payments.length === 0) return { campaignRevenue: [], revenueGroups: [] };
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
  const signOf = (payment: PaymentRow) => (payment.counted_double ? -1 : 1);
  return {
    campaignRevenue: changed.flatMap((payment) => doubleRevenueDelta(payment, signOf(payment))),
    revenueGroups: changed.flatMap((payment) => doubleGroupDeltas(payment, signOf(payment))),
  };
}

function all(payments: readonly PaymentRow[], name: 'device_id' | 'currency' | 'amount'): string[] {
  return [...new Set(payments.map((payment) => payment[name]))];
}

function keyOf({ device_id, currency, amount }: Alike): string {
  return `${device_id} ${currency} ${amount}`;
}
