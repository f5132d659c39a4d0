import type { ClientBase } from 'pg';
import { lockApps } from '../../counters/lock-apps.ts';
import { queryGiven } from '../../platform/store/query-given.ts';

/** A payment or reversal. */
export interface PaymentRef {
  readonly customer_id: string;
  readonly payment_event_id: string;
}

/** Payments of one account. */
export function refsOf(customerId: string, paymentIds: readonly string[]): PaymentRef[] {
  return paymentIds.map((payment_event_id) => ({ customer_id: customerId, payment_event_id }));
}

export const GIVEN_PAYMENTS =
  'json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid)';

/** Looked up one by one (`offset 0` keeps it so). */
const APPS = `
  select distinct own.app_id from ${GIVEN_PAYMENTS}
  cross join lateral (
    select app_id from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
    union all
    select app_id from payments
    where payments.customer_id = given.customer_id and payments.original_id = given.payment_event_id
    union all
    select original.app_id from payments reversal
    join payments original on original.customer_id = given.customer_id
      and original.payment_event_id = reversal.original_id
    where reversal.customer_id = given.customer_id and reversal.payment_event_id = given.payment_event_id
    offset 0
  ) own`;

/** The apps of payments, their reversals and their originals: one payment may have been delivered to several apps. */
export async function appsOfPayments(client: ClientBase, payments: readonly PaymentRef[]): Promise<string[]> {
  const statement = { name: 'apps-of-payments', text: APPS };
  const rows = await queryGiven<{ app_id: string }>(client, statement, payments);
  return rows.map(({ app_id }) => app_id);
}

const LOCK = `
  select payments.payment_event_id from ${GIVEN_PAYMENTS}
  join payments on payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
  order by payments.customer_id, payments.payment_event_id
  for update of payments`;

const LOCK_REVERSALS = `
  select payments.payment_event_id from ${GIVEN_PAYMENTS}
  join payments on payments.customer_id = given.customer_id and payments.original_id = given.payment_event_id
  order by payments.customer_id, payments.payment_event_id
  for update of payments`;

/**
 * Locks the apps of payments, then the payments, then their reversals, each in key order. Linking a reversal requires
 * the lock on its payment, so once that is held there will be no new reversals.
 */
export async function lockPayments(client: ClientBase, payments: readonly PaymentRef[]): Promise<void> {
  if (payments.length === 0) return;
  await lockApps(client, await appsOfPayments(client, payments));
  await queryGiven(client, { name: 'lock-payments', text: LOCK }, payments);
  await queryGiven(client, { name: 'lock-reversals', text: LOCK_REVERSALS }, payments);
}
