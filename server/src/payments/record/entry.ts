import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import type { RecordedPayment } from './find-recorded.ts';
import type { PaymentAlias } from './lock-aliases.ts';
import type { PaymentFact } from './payment-fact.ts';

type Reading = PaidReading | ReversalReading;

/** A delivery that is being recorded, and what is already known of its payment. */
export interface Entry<R extends Reading = Reading> {
  readonly fact: PaymentFact<R>;
  /** The id of its record, if it is new. */
  readonly id: string;
  /** The aliases of its payment, locked, each in its current state and in the delivery's order. */
  readonly names: readonly PaymentAlias[];
  /** The record under its own reference, or under another name of the same payment or reversal. */
  readonly recorded: Recorded | null;
  /** The reversals that wait under aliases that only reversals have named so far. */
  readonly waiting: readonly string[];
  /** The recorded payments with these names, in the delivery's order; if there are several, they are one and the same. */
  readonly known: readonly string[];
  /** What other reversals of the payment change about it. */
  readonly told: Told | null;
}

type Recorded = Pick<RecordedPayment, 'payment_event_id' | 'original_id'>;

/** What a reversal means in view of the other reversals of its payment. */
export interface Told {
  /** Whether nothing of it is new. */
  readonly isKnown: boolean;
  /** The new part of a cumulative amount. */
  readonly amount?: string;
  /** The reference to record it under, where another has its own. */
  readonly reference?: string;
  /** Another name of the recorded refund, to be stored with it. */
  readonly alsoReference?: string;
  /** Whether a reinstated row undoes what is recorded. */
  readonly isUndone?: boolean;
  /** The row that a reinstated one undoes; null if it is not known. */
  readonly undoesId?: string | null;
  /** Whether it undoes nothing that is recorded: then it is not recorded either. */
  readonly isVain?: boolean;
}

/** A delivery before anything is known of it. */
export type NewEntry = Pick<Entry, 'fact' | 'id'>;

/** The aliases of the payment that a reading is about: its own, or those of the payment that it reverses. */
function namedAliases(reading: Reading): readonly string[] {
  return reading.kind === 'payment' ? reading.aliases : reading.originalAliases;
}

/**
 * The id that a refund has in common with the report that it failed, however else each names the payment. It is locked like an
 * alias, but names no payment.
 */
export function refundIdsOf({ fact }: NewEntry): PaymentAlias[] {
  const { customerId: customer_id, provider, reading } = fact;
  if (reading.kind !== 'reversal') return [];
  const id = reading.undoes?.ifRecorded ? reading.undoes.reference : reading.named ? reading.reference : null;
  return id === null ? [] : [{ customer_id, provider, alias: `refund:${id}`, payment_event_id: null }];
}

/** The aliases of a delivery, as they are stored if they are new. */
export function aliasesOf({ fact, id }: NewEntry): PaymentAlias[] {
  const { customerId: customer_id, provider, reading } = fact;
  const payment_event_id = reading.kind === 'payment' ? id : null;
  return namedAliases(reading).map((alias) => ({ customer_id, provider, alias, payment_event_id }));
}
