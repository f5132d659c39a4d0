import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import type { RecordedPayment } from './find-recorded.ts';
import type { PaymentAlias } from './lock-aliases.ts';
import type { PaymentFact } from './payment-fact.ts';

type Reading = PaidReading | ReversalReading;

/** A delivery that is being recorded, and what is known of what it is about. */
export interface Entry<R extends Reading = Reading> {
  readonly fact: PaymentFact<R>;
  /** What it will be recorded as, if it is new. */
  readonly id: string;
  /** The aliases of its payment, locked, each in its current state and in the delivery's order. */
  readonly names: readonly PaymentAlias[];
  /** What is recorded under its own reference, or under another name of the same. */
  readonly recorded: Recorded | null;
  /** The reversals that wait under aliases that only reversals have named so far. */
  readonly waiting: readonly string[];
  /** The recorded payments that these names are of, in the delivery's order: all of them are one. */
  readonly known: readonly string[];
  /** What there is to add to its row, or what it is instead. */
  readonly told: Told | null;
}

type Recorded = Pick<RecordedPayment, 'payment_event_id' | 'original_id'>;

/** What a look at the other reversals of the same payment adds. */
export interface Told {
  /** Whether nothing of it is new. */
  readonly isKnown: boolean;
  /** Of a cumulative amount, how much of it is new. */
  readonly amount?: string;
  /** The reference to record it under, where another has its own. */
  readonly reference?: string;
  /** Another name of what is recorded, to be kept. */
  readonly alsoReference?: string;
  /** Whether a reinstated row undoes what is recorded. */
  readonly isUndone?: boolean;
  /** The row that a reinstated one undoes; null if it is not known. */
  readonly undoesId?: string | null;
  /** Whether it undoes nothing that is recorded, and then is nothing. */
  readonly isVain?: boolean;
}

/** A delivery before anything is known of it. */
export type NewEntry = Pick<Entry, 'fact' | 'id'>;

/** The aliases of the payment that a reading is about: its own, or those of the payment that it reverses. */
function namedAliases(reading: Reading): readonly string[] {
  return reading.kind === 'payment' ? reading.aliases : reading.originalAliases;
}

/**
 * What a refund and the word that it failed have in common, whatever else they name the payment by: it is locked as an alias is, but it
 * names no payment.
 */
export function refundIdsOf({ fact }: NewEntry): PaymentAlias[] {
  const { customerId: customer_id, provider, reading } = fact;
  if (reading.kind !== 'reversal') return [];
  const id = reading.undoes?.ifRecorded ? reading.undoes.reference : reading.named ? reading.reference : null;
  return id === null ? [] : [{ customer_id, provider, alias: `refund:${id}`, payment_event_id: null }];
}

/** They are as they become if they are new. */
export function aliasesOf({ fact, id }: NewEntry): PaymentAlias[] {
  const { customerId: customer_id, provider, reading } = fact;
  const payment_event_id = reading.kind === 'payment' ? id : null;
  return namedAliases(reading).map((alias) => ({ customer_id, provider, alias, payment_event_id }));
}
