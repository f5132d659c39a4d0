import type { ClientBase } from 'pg';
import { type CreditBatch, queuePaymentCredits } from '../../counters/activity/queue-credits.ts';
import { addToCounters, type Change } from '../../counters/add-to-counters.ts';
import { lockApps } from '../../counters/lock-apps.ts';
import {
  findPurchasePostbacks,
  queuePurchasePostbacks,
} from '../../postbacks/outbox/queue-purchase-postbacks.ts';
import { type CreditedPayment, creditPayments, findMiscredited } from './credit-payments.ts';
import { creditPurchases, lockPurchases } from './credit-purchases.ts';
import { appsOfPayments, lockPayments, type PaymentRef, refsOf } from './lock-payments.ts';
import { findAlikePayments, type PurchaseRef, pairCredited } from './pair-credited.ts';

/** A row of credit_queue that the caller's transaction has claimed. */
export interface QueuedCredit extends CreditBatch {
  readonly batch_id: string;
}

/**
 * Credits the payments and purchases of batches in the caller's transaction: locks all apps first, then the payments and the
 * purchases of all accounts; then the counters change, and purchase postbacks are queued.
 *
 * Most payments were credited rightly as they were stored: they are looked at, and nothing is locked for them. What is
 * committed after that look queues a pass of its own.
 *
 * @param now Unix ms.
 */
export async function creditBatches(
  client: ClientBase,
  batches: readonly QueuedCredit[],
  now: number,
): Promise<void> {
  const given = batches.flatMap(({ customer_id, payment_ids }) => refsOf(customer_id, payment_ids));
  const purchases = batches.flatMap(purchasesOf);
  const alike = await findAlikePayments(client, given, purchases);
  const payments = await findUnsettled(client, unique(given));
  if (payments.length === 0 && purchases.length === 0 && alike.length === 0) return;

  const locked = unique([...payments, ...alike]);
  const apps = [...(await appsOfPayments(client, locked)), ...purchases.map(({ app_id }) => app_id)];
  await lockApps(client, apps);
  await lockPayments(client, locked);
  const { changed, changes } = await creditPayments(client, payments);
  const paired = await creditByAccount(client, purchases, alike);
  await addToCounters(client, [...changes, ...paired]);
  await queuePurchasePostbacks(client, payments, now);
  await queuePaymentCredits(client, changed.filter(isMovedPayment), now);
}

/** Payments whose credit is to change, or that ad networks are to be told of. */
async function findUnsettled(client: ClientBase, given: readonly PaymentRef[]): Promise<PaymentRef[]> {
  const miscredited = await findMiscredited(client, given);
  const untold = await findPurchasePostbacks(client, given);
  const told = new Set(untold.map(({ paymentEventId }) => paymentEventId));
  return unique([
    ...miscredited.map(({ customer_id, root_id }) => ({ customer_id, payment_event_id: root_id })),
    ...given.filter(({ payment_event_id }) => told.has(payment_event_id)),
  ]);
}

/** The purchases, and then what pairs with them; account by account, as most batches have none. */
async function creditByAccount(
  client: ClientBase,
  purchases: readonly PurchaseRef[],
  alike: readonly PaymentRef[],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [customerId, own] of byAccount(purchases)) {
    const keys = {
      app_ids: own.map(({ app_id }) => app_id),
      event_ids: own.map(({ event_id }) => event_id),
    };
    await lockPurchases(client, customerId, keys);
    changes.push(...(await creditPurchases(client, customerId, keys)));
  }
  for (const [customerId, own] of byAccount(alike)) {
    const ids = own.map(({ payment_event_id }) => payment_event_id);
    changes.push(...(await pairCredited(client, customerId, ids)));
  }
  return changes;
}

/** Its pairing with a purchase of its device needs both to be committed: that is for another pass. */
function isMovedPayment({ key_type, device_id, moved }: CreditedPayment): boolean {
  return key_type === 'payment' && device_id !== null && moved;
}

function purchasesOf({ customer_id, app_ids, event_ids }: CreditBatch): PurchaseRef[] {
  return app_ids.flatMap((app_id, at) => {
    const event_id = event_ids[at];
    return event_id === undefined ? [] : [{ customer_id, app_id, event_id }];
  });
}

function byAccount<T extends { readonly customer_id: string }>(items: readonly T[]): [string, T[]][] {
  return [...Map.groupBy(items, ({ customer_id }) => customer_id)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function unique(payments: readonly PaymentRef[]): PaymentRef[] {
  return [...new Map(payments.map((payment) => [payment.payment_event_id, payment])).values()];
}
