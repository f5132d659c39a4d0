import type { FraudRuleName } from '@tributary/server/fraud-rules/fraud-rules';

/** What really happened, known only to the generator. */
export interface InstallTruth {
  readonly eventId: string;
  readonly app: number;
  readonly person: string;
  /** The click that brought the person, by its key; null for a person without one. */
  readonly source: string | null;
  /** Every click of this person on links of this app before the install. */
  readonly ownClicks: readonly string[];
  /** The click named by the evidence on the wire (in the referrer, on the event, or by a device identifier). */
  readonly claimed: string | null;
  readonly evidence: 'referrer' | 'click_id' | 'device_id' | 'none';
  readonly again: boolean;
  /** The scheme behind a fraudulent install; null for an honest one. */
  readonly fraud: string | null;
  /** The rules whose pattern is really present, whether or not it exceeds any threshold. */
  readonly shows: readonly FraudRuleName[];
}
