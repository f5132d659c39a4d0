import type { Decimal } from '../../money/decimal.ts';
import type { ExactJson } from './payload/parse-exact-json.ts';

/** A provider of payments: how it signs its deliveries and what they say. One file each; providers.ts lists them. */
export interface PaymentProvider {
  /** As in the `provider` parameter of the webhook's address. */
  readonly name: string;
  /** Whether a webhook is given the secret from the provider's dashboard, or is issued one by this service. */
  readonly secret: 'given' | 'issued';
  /**
   * Checks a delivery's signature over its bytes as they came, in constant time.
   *
   * @returns null where it fits, else the reason as a sentence, which never holds a secret.
   */
  verify(delivery: SignedDelivery, secret: string, now: number): string | null;
  /**
   * What a verified delivery says.
   *
   * @param payload its body, parsed.
   * @param rawBody its body as it came: a hash of it is the reference of a refund that has none of its own.
   */
  read(payload: ExactJson, rawBody: Uint8Array): PaymentReading;
}

export interface SignedDelivery {
  /** @param name in lower case. */
  header(name: string): string | undefined;
  readonly rawBody: Uint8Array;
}

export type PaymentReading = IgnoredReading | InvalidReading | PaidReading | ReversalReading;

/** A delivery that tells of no payment and no reversal. */
export interface IgnoredReading {
  readonly kind: 'ignored';
  /** A sentence for the developer who looks at the deliveries. */
  readonly reason: string;
}

/** A payment or reversal that lacks what it takes to record it. */
export interface InvalidReading {
  readonly kind: 'invalid';
  /** Names the field and what it must be, never its value. */
  readonly reason: string;
}

export interface PaidReading extends MoneyReading {
  readonly kind: 'payment';
  readonly eventType: 'payment';
  readonly currency: string;
  /**
   * Every name that a reversal or another announcement may know this payment by, its reference included, without
   * repeats. Each begins with its kind (`charge:ch_1`), so that names of different kinds never collide. A payment that
   * shares one of them with a recorded payment is the same payment.
   */
  readonly aliases: readonly string[];
}

export interface ReversalReading extends MoneyReading {
  readonly kind: 'reversal';
  /** `refund_by_amount`: full or partial is told by comparing its amount with the original's. */
  readonly eventType: 'refund' | 'partial_refund' | 'refund_by_amount' | 'chargeback' | 'dispute';
  /** Null where the provider names none: then it is the original's. */
  readonly currency: string | null;
  /** What it calls the payment that it reverses, in the form of that payment's aliases, the surest first. */
  readonly originalAliases: readonly string[];
  /**
   * Whether the amount is all that was refunded of the original up to now, rather than this one refund: then what is
   * already recorded as refunded of the original has to be subtracted, and nothing is new where nothing is left.
   */
  readonly cumulative: boolean;
}

interface MoneyReading {
  /** The provider's own reference of this payment or reversal: 1 to 255 characters. Unique by provider and kind. */
  readonly reference: string;
  /** In major units, greater than 0 and below 10^15, with at most 20 decimals. */
  readonly amount: Decimal;
  /** Upper-case ISO 4217. */
  readonly currency: string | null;
  /** Unix ms; null where the provider does not say. By the provider's clock: it may be ahead of ours. */
  readonly occurredAt: number | null;
  readonly identifiers: PaymentIdentifiers;
}

/** The ids of a device found in a payment's metadata, in the order in which they are tried. */
export interface PaymentIdentifiers {
  /** A UUID in lower case. */
  readonly service_click_id?: string;
  /** In lower case where it is a UUID. */
  readonly gaid?: string;
  readonly android_id?: string;
  readonly user_id?: string;
}
