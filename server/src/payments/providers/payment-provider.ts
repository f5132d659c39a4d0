import type { Decimal } from '../../platform/values/money/decimal.ts';
import type { ExactJson } from './parse-exact-json.ts';

/** A payment provider: how it signs its deliveries and what they contain. One file each; providers.ts lists them. */
export interface PaymentProvider {
  /** As in the `provider` parameter of the webhook's URL. */
  readonly name: string;
  /** Whether the secret comes from the provider's dashboard, or is issued by this service. */
  readonly secret: 'given' | 'issued';
  /**
   * Verifies a delivery's signature over its exact bytes, in constant time.
   *
   * @returns null if it is valid, else the reason as a sentence, which never contains a secret.
   */
  verify(delivery: SignedDelivery, secret: string, now: number): string | null;
  /**
   * Reads a verified delivery.
   *
   * @param payload its parsed body.
   * @param rawBody its exact body: a hash of it is the reference of a refund without one.
   */
  read(payload: ExactJson, rawBody: Uint8Array): PaymentReading;
}

export interface SignedDelivery {
  /** @param name in lower case. */
  header(name: string): string | undefined;
  readonly rawBody: Uint8Array;
}

export type PaymentReading = IgnoredReading | PaidReading | ReversalReading;

/** A delivery about neither a payment nor a reversal, or one that lacks what is needed to record it. */
export interface IgnoredReading {
  readonly kind: 'ignored';
  /** A sentence for the developer who reads the delivery log: it names the field and what it must be, never its value. */
  readonly reason: string;
}

export interface PaidReading extends MoneyReading {
  readonly kind: 'payment';
  readonly eventType: 'payment';
  readonly currency: string;
  /**
   * Every name by which a reversal or another delivery may refer to this payment, including its reference, without
   * duplicates. Each starts with its kind (`charge:ch_1`), so that names of different kinds never collide. A payment
   * that shares one of them with a recorded payment is the same payment.
   */
  readonly aliases: readonly string[];
}

export interface ReversalReading extends MoneyReading {
  readonly kind: 'reversal';
  /**
   * `refund_by_amount`: full or partial is determined by comparing its amount with the original's. `reinstated`: money that was
   * given back came back.
   */
  readonly eventType:
    | 'refund'
    | 'partial_refund'
    | 'refund_by_amount'
    | 'chargeback'
    | 'dispute'
    | 'reinstated';
  /** Null if the provider gives none: then it is the original's. */
  readonly currency: string | null;
  /** How it refers to the payment that it reverses, in the form of that payment's aliases, the most reliable first. */
  readonly originalAliases: readonly string[];
  /** Whether they are what one name may mean, rather than names of one payment: then the first that is known counts. */
  readonly alternatives?: boolean;
  /**
   * Whether the amount is the total refunded so far, rather than this one refund: then what is already recorded as
   * refunded is subtracted, and if nothing is left there is nothing new.
   */
  readonly cumulative: boolean;
  /** Of a cumulative amount, and of a refund that failed of one: whose total it is. */
  readonly charge?: string | undefined;
  /** Of a cumulative amount: the event that tells it. */
  readonly toldBy?: string;
  /** Of a refund that may be told with an id and without: which of them this is. */
  readonly named?: boolean;
  /** What `reinstated` undoes. */
  readonly undoes?: Undone;
}

/** What came back. */
interface Undone {
  /** Null if it is not said. */
  readonly kind: 'refund' | 'dispute' | null;
  /** Its reference; null if it has none of its own. */
  readonly reference: string | null;
  /** Whether a provider says so also of what never moved: then only what is recorded can come back. */
  readonly ifRecorded: boolean;
}

interface MoneyReading {
  /** The provider's own reference of this payment or reversal: 1 to 255 characters. Unique by provider and kind. */
  readonly reference: string;
  /** In major units, greater than 0 and below 10^15, with at most 20 decimals. */
  readonly amount: Decimal;
  /** Upper-case ISO 4217. */
  readonly currency: string | null;
  /** Unix ms; null if the provider does not say. By the provider's clock, so it may be ahead of ours. */
  readonly occurredAt: number | null;
  readonly identifiers: PaymentIdentifiers;
}

/** The device ids found in a payment's metadata, in the order in which they are tried. */
export interface PaymentIdentifiers {
  /** A UUID in lower case. */
  readonly service_click_id?: string;
  /** In lower case if it is a UUID. */
  readonly gaid?: string;
  readonly android_id?: string;
  readonly user_id?: string;
}
