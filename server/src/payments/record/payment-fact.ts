import type { Decimal } from '../../platform/values/money/decimal.ts';
import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';

/** A payment or reversal that a provider has reported to an app. */
export interface PaymentFact<Reading extends PaidReading | ReversalReading = PaidReading | ReversalReading> {
  readonly customerId: string;
  readonly appId: string;
  readonly provider: string;
  readonly reading: Reading;
  /** Unix ms. */
  readonly receivedAt: number;
}

/** The kind within which a reference is unique: full and partial refunds share one. */
export type KeyType = 'payment' | 'refund' | 'chargeback' | 'dispute' | 'reinstated';

export type EventType = KeyType | 'partial_refund';

/** The kind under which a reading is counted and told apart: all refunds are of one. */
export function keyTypeOf({ eventType }: PaidReading | ReversalReading): KeyType {
  return eventType === 'partial_refund' || eventType === 'refund_by_amount' ? 'refund' : eventType;
}

/** The columns of `payments` that come directly from a delivery. */
export interface PaymentRow {
  readonly customer_id: string;
  readonly payment_event_id: string;
  readonly app_id: string;
  readonly provider: string;
  readonly reference: string;
  readonly key_type: KeyType;
  readonly event_type: ReversalReading['eventType'] | 'payment';
  readonly amount: Decimal;
  readonly currency: string | null;
  /** Unix ms, as `received_at`. */
  readonly occurred_at: number | null;
  readonly received_at: number;
  readonly service_click_id: string | undefined;
  readonly gaid: string | undefined;
  readonly android_id: string | undefined;
  readonly user_id: string | undefined;
  /** The kind of what a reinstated row undoes. */
  readonly undoes: string | undefined;
}

/** The row of a delivery that is about a payment, before it is tied to a device. */
export function toPaymentRow(paymentEventId: string, fact: PaymentFact): PaymentRow {
  const { customerId, appId, provider, reading, receivedAt } = fact;
  const { service_click_id, gaid, android_id, user_id } = reading.identifiers;
  return {
    customer_id: customerId,
    payment_event_id: paymentEventId,
    app_id: appId,
    provider,
    reference: reading.reference,
    key_type: keyTypeOf(reading),
    event_type: reading.eventType,
    amount: reading.amount,
    currency: reading.currency,
    occurred_at: reading.occurredAt,
    received_at: receivedAt,
    service_click_id,
    gaid,
    android_id,
    user_id,
    undoes: (reading.kind === 'reversal' && reading.undoes?.kind) || undefined,
  };
}
