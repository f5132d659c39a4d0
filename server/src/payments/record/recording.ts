import type { PaymentCredit } from '../credit/credit-payments.ts';
import type { EventType, PaymentFact } from './payment-fact.ts';

/** What the sender of a delivery is told. */
export type RecordOutcome =
  | {
      readonly status: 'recorded';
      readonly paymentEventId: string;
      readonly reference: string;
      readonly eventType: EventType;
      /** By which of its ids it is tied to a device; null where it is not, or not yet. */
      readonly matchedBy: string | null;
    }
  | { readonly status: 'duplicate' };

/** What became of a delivery, and what is left to do in its transaction. */
export interface Recording {
  readonly outcome: RecordOutcome;
  /** For whoever looks at the deliveries: what is not obvious about it. */
  readonly note: string | null;
  /** The payment or reversal that the delivery has told something new of. */
  readonly touched: string | null;
  /** For applyDeltas. */
  readonly deltas: Partial<PaymentCredit['deltas']>;
  /** To be credited again after the commit. */
  readonly creditAgain: readonly string[];
}

interface NewRecord {
  readonly paymentEventId: string;
  readonly eventType: EventType;
  readonly credit: PaymentCredit;
  /** The payment that it reverses, as far as that is known. */
  readonly originalId?: string | null;
}

/** About a payment or reversal that was stored now. */
export function recordedNow(
  { reading }: PaymentFact,
  { paymentEventId, eventType, credit, originalId = null }: NewRecord,
): Recording {
  const credited = credit.changed.find(({ payment_event_id }) => payment_event_id === paymentEventId);
  const matchedBy = credited?.matched_by ?? null;
  const ids = Object.keys(reading.identifiers);
  return {
    outcome: { status: 'recorded', paymentEventId, reference: reading.reference, eventType, matchedBy },
    note: matchedBy === null ? unmatched(ids) : `tied to a device by ${matchedBy}`,
    touched: paymentEventId,
    deltas: credit.deltas,
    // A reversal that is linked goes by its payment.
    creditAgain: ids.length > 0 && originalId === null ? [paymentEventId] : [],
  };
}

function unmatched(ids: readonly string[]): string {
  return ids.length === 0 ? 'it names no device' : `no device is known by its ${ids.join(', ')}`;
}

/** About a delivery that has told nothing new. */
export function knownAlready(note: string | null): Recording {
  return { outcome: { status: 'duplicate' }, note, touched: null, deltas: {}, creditAgain: [] };
}
