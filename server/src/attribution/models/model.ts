import type { AttributionSettings } from '../facts/attribution-settings.ts';
import type { ConfidenceParts } from '../facts/confidence.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import type { RejectionCause } from '../facts/rejection-cause.ts';

/** How an install can be attributed; only imports use `last_click`. */
export const MODEL_NAMES = [
  'install_referrer',
  'click_id',
  'deterministic',
  'probabilistic',
  'organic',
  'last_click',
] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** The input of a model. */
export interface Question {
  readonly install: InstallFacts;
  readonly candidates: readonly Candidate[];
  readonly settings: AttributionSettings;
}

/** The cause that a model has found. */
export interface Match {
  /** Null for an install without a cause. */
  readonly candidate: Candidate | null;
  readonly parts: ConfidenceParts;
  /** Whether a click on another link was nearly as likely; omitted for an identified click. */
  readonly isNearTie?: boolean;
  /** The names of the signals that it is based on. */
  readonly signals: readonly string[];
  /** The first sentence of the reason. */
  readonly because: string;
}

/** A click that was considered and not chosen. */
export interface Rejected {
  readonly clickId: string;
  readonly candidate: Candidate | null;
  readonly cause: RejectionCause;
}

interface Finding {
  readonly match: Match | null;
  readonly rejected: readonly Rejected[];
  /** The share of "it came by itself" among all explanations, 0 to 1, from the model that weighs them. */
  readonly organicShare?: number;
}

/** The findings of earlier models. */
interface Before {
  /** 0 to 1; 1 where nothing was weighed against it. */
  readonly organicShare: number;
  /** Whether clicks from the same network were there at all. */
  readonly isLikenessPossible: boolean;
}

/**
 * Why a click is taken for the cause: the store or the app names it, an id shows that the device made it, or the device is like the
 * one that did; `nothing` for an install without a cause.
 */
export type Evidence = 'named_by_store' | 'named_by_app' | 'device_id' | 'likeness' | 'nothing';

/** One way to find the cause of an install. Pure: the same question always has the same answer. */
export interface Model {
  readonly name: ModelName;
  readonly evidence: Evidence;
  consider(question: Question, before: Before): Finding;
}
