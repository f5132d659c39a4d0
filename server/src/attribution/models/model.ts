import type { AttributionSettings } from '../decide/attribution-settings.ts';
import type { ConfidenceParts } from '../decide/confidence.ts';
import type { Candidate, InstallFacts } from '../decide/install-facts.ts';

/** How an install can come to be attributed; imports bring `last_click` as well. */
export type ModelName = 'install_referrer' | 'click_id' | 'deterministic' | 'probabilistic' | 'organic';

interface Question {
  readonly install: InstallFacts;
  readonly candidates: readonly Candidate[];
  readonly settings: AttributionSettings;
}

/** A cause that a model holds to be the one. */
export interface Match {
  /** Null for an install that nothing caused. */
  readonly candidate: Candidate | null;
  readonly parts: ConfidenceParts;
  /** Whether a click of another link was nearly as likely; left out where the click is known by identity. */
  readonly isNearTie?: boolean;
  /** What it rests on, by name. */
  readonly signals: readonly string[];
  /** The first sentence of the reason. */
  readonly because: string;
}

/** A click that was looked at and not chosen. */
export interface Rejected {
  readonly clickId: string;
  readonly candidate: Candidate | null;
  readonly reason: string;
}

interface Finding {
  readonly match: Match | null;
  readonly rejected: readonly Rejected[];
}

/** One way to find the cause of an install. Pure: the same question always has the same answer. */
export interface Model {
  readonly name: ModelName;
  consider(question: Question, earlier: readonly Rejected[]): Finding;
}
