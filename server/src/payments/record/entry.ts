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
  /** What is recorded under its own reference. */
  readonly recorded: RecordedPayment | null;
  /** Of a payment, the reversals that wait for it under aliases that only reversals have named so far. */
  readonly waiting: readonly string[];
}

/** A delivery before anything is known of it. */
export type NewEntry = Pick<Entry, 'fact' | 'id'>;

/** The aliases of the payment that a reading is about: its own, or those of the payment that it reverses. */
function namedAliases(reading: Reading): readonly string[] {
  return reading.kind === 'payment' ? reading.aliases : reading.originalAliases;
}

/** They are as they become if they are new. */
export function aliasesOf({ fact, id }: NewEntry): PaymentAlias[] {
  const { customerId: customer_id, provider, reading } = fact;
  const payment_event_id = reading.kind === 'payment' ? id : null;
  return namedAliases(reading).map((alias) => ({ customer_id, provider, alias, payment_event_id }));
}
