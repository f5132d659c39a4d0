import { type Conflict, describeConflict } from './conflict.ts';
import type { EventType, PaymentFact } from './payment-fact.ts';

/** The answer to the sender of a delivery. */
export type RecordOutcome =
  | {
      readonly status: 'recorded';
      readonly paymentEventId: string;
      readonly reference: string;
      readonly eventType: EventType;
      /** The id by which it is tied to a device; null if it is not, or not yet. */
      readonly matchedBy: string | null;
    }
  | { readonly status: 'duplicate'; readonly conflict: Conflict | null }
  | { readonly status: 'ignored' };

/** The result of recording a delivery, and what is left to do in its transaction. */
export interface Recording {
  readonly outcome: RecordOutcome;
  /** A remark for the delivery log. */
  readonly note: string | null;
  /** The payment or reversal that the delivery added information to. */
  readonly touched: string | null;
  /** Whether that is to be credited again after the commit. */
  readonly creditAgain: boolean;
}

interface NewRecord {
  /** The reference that it is recorded under. */
  readonly reference: string;
  readonly paymentEventId: string;
  readonly eventType: EventType;
  readonly matchedBy: string | null;
  /** Whether it is a reversal whose payment is known. */
  readonly isLinked: boolean;
}

/** The result for a newly stored payment or reversal. */
export function recordedNow(
  { reading }: PaymentFact,
  { reference, paymentEventId, eventType, matchedBy, isLinked }: NewRecord,
): Recording {
  const ids = Object.keys(reading.identifiers);
  return {
    outcome: { status: 'recorded', paymentEventId, reference, eventType, matchedBy },
    note: matchedBy === null ? unmatched(ids) : `tied to a device by ${matchedBy}`,
    touched: paymentEventId,
    // A linked reversal follows its payment.
    creditAgain: ids.length > 0 && !isLinked,
  };
}

function unmatched(ids: readonly string[]): string {
  return ids.length === 0 ? 'it names no device' : `no device is known by its ${ids.join(', ')}`;
}

/** The result for a delivery without new information. */
export function alreadyRecorded(conflict: Conflict | null, note: string | null = null): Recording {
  return {
    outcome: { status: 'duplicate', conflict },
    note: conflict ? describeConflict(conflict) : note,
    touched: null,
    creditAgain: false,
  };
}

/** The result for a refund that failed and is not recorded. */
export function undoesNothing({ reading }: PaymentFact): Recording {
  const isNamed = reading.kind === 'reversal' && typeof reading.undoes?.reference === 'string';
  const later = isNamed ? '; if that refund is told later, it is undone then' : '';
  return {
    outcome: { status: 'ignored' },
    note: `it undoes nothing that is recorded${later}`,
    touched: null,
    creditAgain: false,
  };
}
