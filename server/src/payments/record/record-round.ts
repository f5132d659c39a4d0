import type { ClientBase } from 'pg';
import { counted } from '../../counters/add-to-counters.ts';
import { PAYMENTS } from '../../counters/facts/payments.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import { type CreditedPayment, creditPayments } from '../credit/credit-payments.ts';
import { lockPayments, type PaymentRef } from '../credit/lock-payments.ts';
import type { ReversalReading } from '../providers/payment-provider.ts';
import { addInformation, type Comparison, compareRepeats } from './add-information.ts';
import type { Entry } from './entry.ts';
import { findRecorded } from './find-recorded.ts';
import { findTold } from './find-told.ts';
import { type InsertedPayment, insertPayments } from './insert-payments.ts';
import { linkReversals, type ReversalLink, takeWaiting, waitForPayments } from './link-reversals.ts';
import { claimAliases } from './lock-aliases.ts';
import { mergeKnown } from './merge-payments.ts';
import { pairTold } from './pair-told.ts';
import { type Plan, planRecording } from './plan-recording.ts';
import { alreadyRecorded, type Recording, recordedNow, undoesNothing } from './recording.ts';
import { failRefunds } from './tell-totals.ts';
import { rememberFailed, undoFailed } from './undo-failed.ts';

/** Another delivery of the same payment, with no alias in common, was committed in the meantime: the transaction can be run again. */
export class RecordedMeanwhile extends Error {}

/**
 * Records deliveries in the caller's transaction. No two are about the same payment, so each step is taken for all of them at
 * once, with the same result as one after the other.
 *
 * @returns what became of each, in order, and how the counters change.
 */
export async function recordRound(client: ClientBase, observed: readonly Entry[]) {
  const merged = await mergeKnown(client, observed);
  const entries = await findTold(client, merged.entries);
  const plans = entries.map(planRecording);
  const compared = await compareRepeats(client, plans.filter(isRepeat));
  const additions = plans.filter(
    (plan) => plan.link === null && compared.get(plan.recordId)?.addsInformation,
  );
  await lockPayments(client, refsToLock(plans, additions));
  const inserted = await insertPayments(
    client,
    plans.flatMap(({ insert }) => insert ?? []),
  );
  await refuseRecordedMeanwhile(client, plans, inserted);
  const missing = await insertMissing(client, plans);
  const linked = await link(client, plans);
  await rememberFailed(client, entries);
  const undone = await undoFailed(client, plans);
  const paired = await pairTold(client, entries, linked);
  const added = await addInformation(client, additions);
  const credit = await creditPayments(client, [
    ...merged.payments,
    ...[...missing, ...undone].flatMap(({ customer_id, original_id }) =>
      original_id === null ? [] : [{ customer_id, payment_event_id: original_id }],
    ),
    ...linked.map(({ customer_id, original_id }) => ({ customer_id, payment_event_id: original_id })),
    ...plans.flatMap(({ insert }) =>
      insert?.original_id && inserted.has(insert.payment_event_id)
        ? [{ customer_id: insert.customer_id, payment_event_id: insert.original_id }]
        : [],
    ),
    ...additions.map(refOf).filter(({ payment_event_id }) => added.has(payment_event_id)),
  ]);
  const credited = new Map(credit.changed.map((payment) => [payment.payment_event_id, payment]));
  return {
    recordings: plans.map((plan) => conclude(plan, { inserted, credited, compared, added })),
    changes: [
      ...merged.changes,
      counted(PAYMENTS, [...inserted.values(), ...missing, ...undone]),
      ...paired,
      ...credit.changes,
    ],
  };
}

const isRepeat = ({ insert }: Plan) => insert === null;

function refOf({ entry, recordId }: Plan): PaymentRef {
  return { customer_id: entry.fact.customerId, payment_event_id: recordId };
}

/**
 * Records refunds that were mistaken for earlier ones which are now known to have failed before. Each is recorded under the event
 * that reported it.
 */
async function insertMissing(client: ClientBase, plans: readonly Plan[]) {
  const failed = plans.filter(
    ({ entry, insert }) => insert?.undoes === 'refund' && entry.fact.reading.kind === 'reversal',
  );
  const found = await failRefunds(
    client,
    failed.map(({ entry }) => entry as Entry<ReversalReading>),
  );
  const missed = found.flatMap(({ entry_id, event, missing }) => {
    const { insert, waitingRows = [] } = failed.find(({ entry }) => entry.id === entry_id) ?? {};
    if (!insert) return [];
    const payment_event_id = timeOrderedId(insert.received_at);
    const refund = {
      key_type: 'refund',
      event_type: 'partial_refund',
      undoes: undefined,
      undoes_id: null,
    } as const;
    const row = { ...insert, ...refund, payment_event_id, reference: event, amount: missing };
    return { row, waitingRows: waitingRows.map((row) => ({ ...row, payment_event_id })) };
  });
  const rows = missed.map(({ row }) => row);
  const inserted = await insertPayments(client, rows);
  await waitForPayments(
    client,
    missed.flatMap(({ waitingRows }) => waitingRows),
  );
  return [...inserted.values()].map((row) => ({
    ...row,
    original_id:
      rows.find(({ payment_event_id }) => payment_event_id === row.payment_event_id)?.original_id ?? null,
  }));
}

/** Payments that get or lose a reversal, reversals that get a payment, and records that get additional information. */
function refsToLock(plans: readonly Plan[], additions: readonly Plan[]): PaymentRef[] {
  const ids = plans.flatMap((plan) => {
    const { customer_id } = refOf(plan);
    const others = plan.awaitedAliases.length > 0 ? plan.entry.waiting : [];
    const alsoTold = plan.entry.told?.alsoReference !== undefined;
    const own = plan.link !== null || alsoTold ? [plan.recordId] : [];
    const reversed = alsoTold ? (plan.entry.recorded?.original_id ?? null) : null;
    const payment = others.length > 0 && plan.payment !== plan.entry.id ? plan.payment : null;
    const original = [plan.original, payment, reversed].filter((id) => id !== null);
    return [...own, ...others, ...original].map((payment_event_id) => ({ customer_id, payment_event_id }));
  });
  const refs = [...ids, ...additions.map(refOf)];
  return [...new Map(refs.map((ref) => [ref.payment_event_id, ref])).values()];
}

/** A payment that could not be inserted was recorded by another transaction in the meantime. */
async function refuseRecordedMeanwhile(
  client: ClientBase,
  plans: readonly Plan[],
  inserted: ReadonlyMap<string, InsertedPayment>,
): Promise<void> {
  const missing = plans.filter(({ insert, recordId }) => insert !== null && !inserted.has(recordId));
  if (missing.length === 0) return;
  const found = await findRecorded(
    client,
    missing.map(({ entry }) => entry.fact),
  );
  if (found.size > 0) throw new RecordedMeanwhile('it was recorded meanwhile');
  throw new Error('a payment is neither new nor recorded');
}

/** Assigns aliases to payments and links the reversals that waited under them. @returns the new links. */
async function link(client: ClientBase, plans: readonly Plan[]): Promise<ReversalLink[]> {
  await claimAliases(
    client,
    plans.flatMap(({ claims }) => claims),
  );
  const awaited = plans.filter(
    ({ entry, awaitedAliases }) => awaitedAliases.length > 0 && entry.waiting.length > 0,
  );
  await takeWaiting(
    client,
    awaited.flatMap(({ awaitedAliases }) => awaitedAliases),
  );
  await waitForPayments(
    client,
    plans.flatMap(({ waitingRows }) => waitingRows),
  );
  const links = [
    ...plans.flatMap(({ link }) => link ?? []),
    ...awaited.flatMap(({ entry, payment }) =>
      entry.waiting.flatMap((payment_event_id) =>
        payment === null
          ? []
          : [{ customer_id: entry.fact.customerId, payment_event_id, original_id: payment }],
      ),
    ),
  ];
  await linkReversals(client, links);
  return links;
}

interface Done {
  readonly inserted: ReadonlyMap<string, InsertedPayment>;
  readonly credited: ReadonlyMap<string, CreditedPayment>;
  readonly compared: ReadonlyMap<string, Comparison>;
  readonly added: ReadonlySet<string>;
}

function conclude(
  { entry, recordId, insert }: Plan,
  { inserted, credited, compared, added }: Done,
): Recording {
  if (entry.told?.isVain) return undoesNothing(entry.fact);
  if (insert === null) {
    if (entry.recorded === null && entry.told?.isKnown)
      return alreadyRecorded(null, 'the refund that it reports is already recorded');
    const conflict = compared.get(recordId)?.conflict ?? null;
    if (!added.has(recordId)) return alreadyRecorded(conflict);
    const note = 'it adds information to a recorded payment';
    return { ...alreadyRecorded(conflict, note), touched: recordId, creditAgain: true };
  }
  const row = inserted.get(recordId);
  if (row === undefined) throw new Error('what is new was not stored');
  // Crediting may have tied it to the device of the payment that it reverses.
  const matchedBy = (credited.get(recordId) ?? row).matched_by;
  const isLinked = insert.original_id !== null;
  return recordedNow(entry.fact, {
    reference: insert.reference,
    paymentEventId: recordId,
    eventType: row.event_type,
    matchedBy,
    isLinked,
  });
}
