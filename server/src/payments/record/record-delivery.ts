import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../group-commit/in-transaction.ts';
import { retryConflicts } from '../../group-commit/retry-conflicts.ts';
import { queuePurchasePostbacks } from '../../postbacks/outbox/queue-purchase-postbacks.ts';
import { queueCredit } from '../../rollups/activity/queue-credits.ts';
import { applyDeltas } from '../../rollups/apply-deltas.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import { keepPayload } from '../retention/keep-payload.ts';
import { auditConflict } from './audit-conflict.ts';
import { logDelivery } from './log-delivery.ts';
import type { PaymentFact } from './payment-fact.ts';
import { holdApp, withoutDeviceIds } from './privacy-mode.ts';
import { recordPaid } from './record-paid.ts';
import { recordReversal } from './record-reversal.ts';
import type { Recording, RecordOutcome } from './recording.ts';

export interface RecordParts {
  readonly pool: Pool;
  readonly keyring: Keyring;
  /** Days that raw payloads are kept; 0 keeps none. */
  readonly payloadDays: number;
}

/** A verified delivery about a payment or a reversal. */
export interface RecordableDelivery {
  readonly webhookId: string;
  readonly fact: PaymentFact;
  readonly rawBody: Uint8Array;
}

/**
 * Records a delivery and everything that follows from it, in one transaction: once it is answered it is stored, and
 * after a failure nothing of it is. Locks are taken in one order (apps, aliases, payments, counters, payloads, postbacks, queues;
 * docs/locking.md), so that concurrent deliveries wait for each other briefly and never deadlock.
 */
export function recordDelivery(parts: RecordParts, delivery: RecordableDelivery): Promise<RecordOutcome> {
  return retryConflicts(() => inTransaction(parts.pool, (client) => record(client, parts, delivery)));
}

/**
 * What recordDelivery would return now, determined by running it in a transaction that is rolled back.
 *
 * @returns the outcome, and the note for the delivery log.
 */
export async function dryRunDelivery(
  parts: RecordParts,
  delivery: RecordableDelivery,
): Promise<{ outcome: RecordOutcome; note: string | null }> {
  const rollback = new Error('a dry run');
  let recorded: Recording | undefined;
  await retryConflicts(() =>
    inTransaction(parts.pool, async (client) => {
      const { isStrict } = await holdApp(client, delivery.fact.appId);
      recorded = await recordFact(client, isStrict ? withoutDeviceIds(delivery.fact) : delivery.fact);
      throw rollback;
    }),
  ).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  if (recorded === undefined) throw new Error('a dry run has no outcome');
  return { outcome: recorded.outcome, note: recorded.note };
}

async function record(
  client: ClientBase,
  { keyring, payloadDays }: RecordParts,
  { webhookId, fact: given, rawBody }: RecordableDelivery,
): Promise<RecordOutcome> {
  const { customerId, appId, receivedAt } = given;
  const { isStrict } = await holdApp(client, appId);
  const fact = isStrict ? withoutDeviceIds(given) : given;
  const { outcome, note, touched, deltas, creditAgain } = await recordFact(client, fact);
  await applyDeltas(client, deltas);
  if (touched !== null && payloadDays > 0 && !isStrict) {
    await keepPayload(client, keyring, { customerId, paymentEventId: touched, rawBody, receivedAt });
  }
  if (touched !== null) await queuePurchasePostbacks(client, customerId, [touched], receivedAt);
  if (creditAgain.length > 0) {
    const batch = { customer_id: customerId, payment_ids: creditAgain, app_ids: [], event_ids: [] };
    await queueCredit(client, batch, receivedAt);
  }
  const { status } = outcome;
  if (status === 'duplicate' && outcome.conflict) await auditConflict(client, fact, outcome.conflict);
  await logDelivery(client, {
    webhookId,
    deliveredAt: receivedAt,
    verified: true,
    outcome: status,
    reason: note,
  });
  return outcome;
}

function recordFact(client: ClientBase, fact: PaymentFact): Promise<Recording> {
  const { reading } = fact;
  return isPaid(reading)
    ? recordPaid(client, { ...fact, reading })
    : recordReversal(client, { ...fact, reading });
}

function isPaid(reading: PaidReading | ReversalReading): reading is PaidReading {
  return reading.kind === 'payment';
}
