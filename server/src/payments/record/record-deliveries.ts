import type { ClientBase } from 'pg';
import { queuePaymentCredits } from '../../counters/activity/queue-credits.ts';
import { addToCounters, type Change } from '../../counters/add-to-counters.ts';
import type { Keyring } from '../../platform/auth/secrets/keyring.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import { queuePurchasePostbacks } from '../../postbacks/outbox/queue-purchase-postbacks.ts';
import type { PaymentRef } from '../credit/lock-payments.ts';
import { keepPayloads } from '../retention/keep-payloads.ts';
import { auditConflict } from './audit-conflict.ts';
import type { NewEntry } from './entry.ts';
import { logDeliveries } from './log-delivery.ts';
import { knownTies, observeEntries, statedTies } from './observe-entries.ts';
import type { PaymentFact } from './payment-fact.ts';
import { holdApps, withoutDeviceIds } from './privacy-mode.ts';
import { recordRound } from './record-round.ts';
import type { Recording, RecordOutcome } from './recording.ts';
import { splitRounds } from './split-rounds.ts';

/** A verified delivery about a payment or a reversal. */
export interface RecordableDelivery {
  readonly webhookId: string;
  readonly fact: PaymentFact;
  readonly rawBody: Uint8Array;
}

export interface RecordSettings {
  readonly keyring: Keyring;
  /** Days that raw payloads are kept; 0 keeps none. */
  readonly payloadDays: number;
  /** Whether slow deliveries are deferred: those of an app that is locked, and those beyond the first few about one payment. */
  readonly defers: boolean;
}

/** The most deliveries about one payment that are recorded together, since each waits for the one before. */
const MOST_IN_LINE = 4;

/**
 * Records deliveries and everything that follows from them, in the caller's transaction. Locks are taken in one order (apps,
 * aliases, payments, counters, payloads, postbacks, queues; docs/locking.md), so that concurrent transactions wait for
 * each other briefly and never deadlock.
 *
 * @returns an outcome for each, in order; nothing is stored of a deferred one.
 */
export async function recordDeliveries(
  client: ClientBase,
  settings: RecordSettings,
  deliveries: readonly RecordableDelivery[],
): Promise<(RecordOutcome | 'deferred')[]> {
  const due = await holdEntries(client, deliveries, settings.defers);
  const recorded = await recordEntries(client, due);
  await followUp(client, settings, due, recorded);
  const outcomes = new Map(due.map((entry) => [entry.delivery, recorded.of(entry).outcome]));
  return deliveries.map((delivery) => outcomes.get(delivery) ?? 'deferred');
}

/** Records a delivery without what follows from it, for a dry run: the caller rolls it back. */
export async function recordOnly(client: ClientBase, delivery: RecordableDelivery): Promise<Recording> {
  const [entry] = await holdEntries(client, [delivery], false);
  if (entry === undefined) throw new Error('a delivery was deferred');
  const { of } = await recordEntries(client, [entry]);
  return of(entry);
}

interface HeldEntry extends NewEntry {
  readonly delivery: RecordableDelivery;
  readonly isStrict: boolean;
}

async function holdEntries(
  client: ClientBase,
  deliveries: readonly RecordableDelivery[],
  defers: boolean,
): Promise<HeldEntry[]> {
  const appIds = deliveries.map(({ fact }) => fact.appId);
  const held = await holdApps(client, appIds, defers ? 'skip' : 'wait');
  const entries = deliveries.flatMap((delivery) => {
    const { fact } = delivery;
    const app = held.get(fact.appId);
    if (app === undefined && defers) return [];
    const isStrict = app?.isStrict === true;
    return [
      {
        delivery,
        isStrict,
        id: timeOrderedId(fact.receivedAt),
        fact: isStrict ? withoutDeviceIds(fact) : fact,
      },
    ];
  });
  if (!defers) return entries;
  const rounds = splitRounds(entries.map((item) => ({ item, ties: statedTies(item) })));
  const due = new Set(rounds.slice(0, MOST_IN_LINE).flat());
  return entries.filter((entry) => due.has(entry));
}

interface Recorded {
  of(entry: NewEntry): Recording;
  readonly changes: readonly Change[];
}

/** Locks the aliases of all rounds before the first round is recorded. */
async function recordEntries(client: ClientBase, given: readonly HeldEntry[]): Promise<Recorded> {
  const recordings = new Map<string, Recording>();
  const changes: Change[] = [];
  const observed = await observeEntries(client, given);
  const rounds = splitRounds(observed.map((item) => ({ item, ties: knownTies(item) })));
  for (const [at, round] of rounds.entries()) {
    const entries = at === 0 ? round : await observeEntries(client, round);
    const done = await recordRound(client, entries);
    changes.push(...done.changes);
    for (const [n, { id }] of entries.entries()) {
      const recording = done.recordings[n];
      if (recording) recordings.set(id, recording);
    }
  }
  return {
    of({ id }) {
      const recording = recordings.get(id);
      if (recording === undefined) throw new Error('a delivery was not recorded');
      return recording;
    },
    changes,
  };
}

async function followUp(
  client: ClientBase,
  { keyring, payloadDays }: RecordSettings,
  entries: readonly HeldEntry[],
  { of, changes }: Recorded,
): Promise<void> {
  if (entries.length === 0) return;
  const now = Math.max(...entries.map(({ fact }) => fact.receivedAt));
  const touched = entries.flatMap((entry) => {
    const { touched: paymentEventId, creditAgain } = of(entry);
    return paymentEventId === null ? [] : [{ entry, paymentEventId, creditAgain }];
  });
  const refOf = ({ entry, paymentEventId }: (typeof touched)[number]): PaymentRef => ({
    customer_id: entry.fact.customerId,
    payment_event_id: paymentEventId,
  });
  await addToCounters(client, changes);
  if (payloadDays > 0) {
    const kept = touched.filter(({ entry }) => !entry.isStrict);
    const payloads = kept.map(({ entry, paymentEventId }) => ({
      ...entry.delivery,
      ...entry.fact,
      paymentEventId,
    }));
    await keepPayloads(client, keyring, payloads);
  }
  await queuePurchasePostbacks(client, touched.map(refOf), now);
  await queuePaymentCredits(client, touched.filter(({ creditAgain }) => creditAgain).map(refOf), now);
  for (const entry of entries) {
    const { outcome } = of(entry);
    if (outcome.status === 'duplicate' && outcome.conflict)
      await auditConflict(client, entry.fact, outcome.conflict);
  }
  await logDeliveries(
    client,
    entries.map((entry) => ({
      webhookId: entry.delivery.webhookId,
      deliveredAt: entry.fact.receivedAt,
      verified: true,
      outcome: of(entry).outcome.status,
      reason: of(entry).note,
    })),
  );
}
