import type { FraudRuleName } from '@tributary/server/fraud-rules/fraud-rules';

/** What really happened, known to the generator alone. */
export interface InstallTruth {
  readonly eventId: string;
  readonly app: number;
  readonly person: string;
  /** The click that brought the person, by its key; null for one who came unasked. */
  readonly source: string | null;
  /** Every click of this person on links of this app before the install. */
  readonly ownClicks: readonly string[];
  /** The click that the evidence on the wire names (in the referrer, on the event, or by a device identifier). */
  readonly claimed: string | null;
  readonly evidence: 'referrer' | 'click_id' | 'device_id' | 'none';
  readonly again: boolean;
  /** The trick behind a fraudulent install; null for an honest one. */
  readonly fraud: string | null;
  /** The rules whose subject is really there, whether or not any threshold sees it. */
  readonly shows: readonly FraudRuleName[];
}
