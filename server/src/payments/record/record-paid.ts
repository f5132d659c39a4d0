import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { creditPayments, lockPayments } from '../credit/credit-payments.ts';
import type { PaidReading } from '../providers/payment-provider.ts';
import { findRecorded } from './find-recorded.ts';
import { insertPayment } from './insert-payment.ts';
import { linkReversals, takeWaiting } from './link-reversals.ts';
import { claimAliases, lockAliases, type PaymentAlias } from './lock-aliases.ts';
import { type PaymentFact, toPaymentRow } from './payment-fact.ts';
import { recordRepeat } from './record-repeat.ts';
import { type Recording, recordedNow } from './recording.ts';

/**
 * Records a payment in the caller's transaction, unless one of its aliases belongs to a recorded payment: then this is
 * a repeat of that payment.
 */
export async function recordPaid(client: ClientBase, fact: PaymentFact<PaidReading>): Promise<Recording> {
  const id = randomUUID();
  const names = await lockAliases(client, fact, fact.reading.aliases, id);
  const known = names.find(({ payment_event_id }) => payment_event_id !== null && payment_event_id !== id);
  const recorded = known?.payment_event_id ?? (await insertOrFind(client, fact, id));
  const unclaimed = names.filter(({ payment_event_id }) => payment_event_id === null);
  if (recorded === id) {
    await linkWaiting(client, fact, unclaimed, id);
    const credit = await creditPayments(client, fact.customerId, [id]);
    return recordedNow(fact, { paymentEventId: id, eventType: 'payment', credit });
  }
  const fresh = names.filter(({ payment_event_id }) => payment_event_id === id);
  await claimAliases(client, fact, fresh, recorded);
  const linked = await linkWaiting(client, fact, unclaimed, recorded);
  return recordRepeat(client, fact, { paymentEventId: recorded, creditAnyway: linked ? [recorded] : [] });
}

/** Another alias may have the same reference, for a provider that has several ids to choose from. */
async function insertOrFind(client: ClientBase, fact: PaymentFact, id: string): Promise<string> {
  if ((await insertPayment(client, toPaymentRow(id, fact))) !== null) return id;
  const found = await findRecorded(client, fact);
  if (found === null) throw new Error('a payment is neither new nor recorded');
  return found.payment_event_id;
}

/** Aliases named only by reversals so far: those waiting under them have found their payment. */
async function linkWaiting(
  client: ClientBase,
  fact: PaymentFact,
  names: readonly PaymentAlias[],
  paymentId: string,
): Promise<boolean> {
  await claimAliases(client, fact, names, paymentId);
  const waiting = await takeWaiting(client, fact, names);
  if (waiting.length === 0) return false;
  await lockPayments(client, fact.customerId, [paymentId, ...waiting]);
  await linkReversals(client, fact.customerId, paymentId, waiting);
  return true;
}
