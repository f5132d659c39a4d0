import { FRAUD_THRESHOLDS, type FraudRuleName, type ThresholdsOf } from '../../apps/fraud-thresholds.ts';
import type { FraudFacts } from './fraud-facts.ts';

export const FRAUD_RULE_NAMES = Object.keys(FRAUD_THRESHOLDS) as FraudRuleName[];

/** Values that made a rule fire, as they are shown to whoever asks why. */
type FraudSignals = Readonly<Record<string, number | string>>;

/** One way to tell a fraudulent install. Pure: the same facts and thresholds always give the same answer. */
export interface FraudRule<Name extends FraudRuleName = FraudRuleName> {
  /** Its thresholds stand under this name in `apps/fraud-thresholds.ts`. */
  readonly name: Name;
  /** Goes up with every change of what the rule means, so that old flags can be told from new ones. */
  readonly version: number;
  /** How sure a flag is, 0 to 100. */
  readonly score: number;
  /** The signals where it fires; null where it does not. */
  judge(facts: FraudFacts, thresholds: ThresholdsOf<Name>): FraudSignals | null;
}

/** Keeps a rule's own thresholds typed where it is defined. */
export function defineRule<Name extends FraudRuleName>(rule: FraudRule<Name>): FraudRule<Name> {
  return rule;
}

/** A rule that fired. */
export interface FraudFlag {
  readonly rule: FraudRuleName;
  readonly version: number;
  readonly score: number;
  readonly signals: FraudSignals;
}
