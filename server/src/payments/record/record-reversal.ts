import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { creditPayments, lockPayments } from '../credit/credit-payments.ts';
import type { ReversalReading } from '../providers/payment-provider.ts';
import { findRecorded, type RecordedPayment } from './find-recorded.ts';
import { insertPayment } from './insert-payment.ts';
import { linkReversals, waitForPayment } from './link-reversals.ts';
import { lockAliases } from './lock-aliases.ts';
import { type PaymentFact, toPaymentRow } from './payment-fact.ts';
import { recordRepeat } from './record-repeat.ts';
import { alreadyRecorded, type Recording, recordedNow } from './recording.ts';

/**
 * Records a reversal in the caller's transaction and links it to its payment, now or when that arrives. Its amount may
 * exceed what is left of the payment; it is recorded anyway.
 */
export async function recordReversal(
  client: ClientBase,
  fact: PaymentFact<ReversalReading>,
): Promise<Recording> {
  const { originalAliases, cumulative } = fact.reading;
  const names = await lockAliases(client, fact, originalAliases, null);
  const originalId =
    names.find(({ payment_event_id }) => payment_event_id !== null)?.payment_event_id ?? null;
  const recorded = await findRecorded(client, fact);
  if (recorded !== null) return reverseAgain(client, fact, recorded, originalId);

  if (originalId !== null) await lockPayments(client, fact.customerId, [originalId]);
  const id = randomUUID();
  const of = { originalId, names: originalAliases, cumulative };
  const eventType = await insertPayment(client, toPaymentRow(id, fact), of);
  if (eventType === null) return recordedBefore(client, fact);
  if (originalId === null) await waitForPayment(client, fact, originalAliases, id);
  const credit = await creditPayments(client, fact.customerId, [originalId ?? id]);
  return recordedNow(fact, { paymentEventId: id, eventType, credit, originalId });
}

/** Recorded by a delivery that came at the same time; of a cumulative refund, nothing of it is new. */
async function recordedBefore(client: ClientBase, fact: PaymentFact<ReversalReading>): Promise<Recording> {
  const recorded = await findRecorded(client, fact);
  if (recorded === null) return alreadyRecorded(null, 'the refund that it reports is already recorded');
  return recordRepeat(client, fact, { paymentEventId: recorded.payment_event_id });
}

/** The same reversal, which may only now name its payment. */
async function reverseAgain(
  client: ClientBase,
  fact: PaymentFact<ReversalReading>,
  { payment_event_id: paymentEventId, original_id }: RecordedPayment,
  originalId: string | null,
): Promise<Recording> {
  if (original_id !== null) return recordRepeat(client, fact, { paymentEventId });
  if (originalId === null) {
    await waitForPayment(client, fact, fact.reading.originalAliases, paymentEventId);
    return recordRepeat(client, fact, { paymentEventId });
  }
  await lockPayments(client, fact.customerId, [originalId, paymentEventId]);
  await linkReversals(client, fact.customerId, originalId, [paymentEventId]);
  return recordRepeat(client, fact, { paymentEventId, creditAnyway: [originalId] });
}
