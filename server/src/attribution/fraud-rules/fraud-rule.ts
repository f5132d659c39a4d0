import type { FraudFacts } from './fraud-facts.ts';

export const FRAUD_RULE_NAMES = [
  'click_injection',
  'click_flooding',
  'install_time_anomaly',
  'device_farm',
  'emulator',
  'integrity_failed',
  'integrity_missing',
  'duplicate_install',
  'geo_or_clock_mismatch',
] as const;

export type FraudRuleName = (typeof FRAUD_RULE_NAMES)[number];

/** A rule's thresholds by name; an app's settings may override each. */
export type Thresholds = Readonly<Record<string, number>>;

/** Values that made a rule fire, as they are shown to whoever asks why. */
export type FraudSignals = Readonly<Record<string, number | string>>;

/** One way to tell a fraudulent install. Pure: the same facts and thresholds always give the same answer. */
export interface FraudRule<T extends Thresholds = Thresholds> {
  readonly name: FraudRuleName;
  /** Goes up with every change of what the rule means, so that old flags can be told from new ones. */
  readonly version: number;
  readonly defaults: T;
  /** How sure a flag is, 0 to 100. */
  readonly score: number;
  /** The signals where it fires; null where it does not. */
  judge(facts: FraudFacts, thresholds: T): FraudSignals | null;
}

/** Keeps a rule's own thresholds typed where it is defined. */
export function defineRule<T extends Thresholds>(rule: FraudRule<T>): FraudRule<T> {
  return rule;
}

/** A rule that fired. */
export interface FraudFlag {
  readonly rule: FraudRuleName;
  readonly version: number;
  readonly score: number;
  readonly signals: FraudSignals;
}
