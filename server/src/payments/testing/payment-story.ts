import type { Decimal } from '../../platform/values/money/decimal.ts';
import type { ProviderName } from '../providers/providers.ts';

/** A payment and its later reversals, as described by a test. */
export interface PaymentStory {
  readonly provider: ProviderName;
  /** Makes its ids unique among all stories: letters, digits and `-`. */
  readonly key: string;
  /** Major units, of at most 15 digits. */
  readonly amount: Decimal;
  /** Upper-case ISO 4217. */
  readonly currency: string;
  /** Unix ms of the payment; each reversal is a minute after the one before. */
  readonly at: number;
  /** The metadata that the developer gave the provider: the ids of a device. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly reversals?: readonly Reversed[];
  /** provider_c: lists a charge's refunds in its events, as its older versions do. */
  readonly listsRefunds?: boolean;
}

export interface Reversed {
  /** provider_a and provider_b support only refunds, provider_c disputes as well, generic all of them. */
  readonly type: 'refund' | 'partial_refund' | 'chargeback' | 'dispute';
  readonly amount: Decimal;
  /** Whether its money comes back: a refund that fails, or a dispute that is won. */
  readonly isUndone?: boolean;
}

/** The bodies of a provider's events about a story, as JSON values. */
export interface StoryEvents {
  /** Every event that reports the payment: together they make one record. */
  readonly payment: readonly object[];
  /** The event of each reversal, in the story's order. */
  readonly reversals: readonly object[];
  /** The event of each that is undone, in the same order. */
  readonly undone: readonly object[];
}
