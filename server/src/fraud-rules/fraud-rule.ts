import type { DecisionFacts, ReviewFacts } from './fraud-facts.ts';

/** A number that an app may set for a rule: its default and its range, both ends included. */
export interface Threshold {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Takes whole numbers only. */
  readonly whole?: true;
}

/** Values that made a rule fire, shown to anyone who asks why. */
type FraudSignals = Readonly<Record<string, number | string>>;

/** A rule that fired. */
export interface FraudFlag {
  readonly rule: string;
  readonly version: number;
  readonly score: number;
  readonly signals: FraudSignals;
}

/** What an app sets for one rule: whether it runs, and thresholds that replace the defaults. */
export interface RuleSettings {
  readonly enabled?: boolean;
  readonly [threshold: string]: unknown;
}

/** A rule that runs at both times sees what is known at both. */
interface KnownAt {
  readonly decision: DecisionFacts;
  readonly review: ReviewFacts;
  readonly both: ReviewFacts;
}

interface RuleProperties<Name extends string, When extends keyof KnownAt, ThresholdName extends string> {
  readonly name: Name;
  /** Goes up with every change in what the rule means, so that old flags can be distinguished from new ones. */
  readonly version: number;
  /** How sure a flag is, 0 to 100. */
  readonly score: number;
  /** When it fires, a sentence for people. */
  readonly means: string;
  /** What it misses or takes for something else, a sentence for people. */
  readonly cannotSee: string;
  /** With the decision, in the reviews a day and three days later, or at both times. */
  readonly runsAt: When;
  /** What an app may set, by name. */
  readonly thresholds: Readonly<Record<ThresholdName, Threshold>>;
}

interface RuleDefinition<Name extends string, When extends keyof KnownAt, ThresholdName extends string>
  extends RuleProperties<Name, When, ThresholdName> {
  /** The signals where it fires; null where it does not. Pure. */
  readonly findSignals: (
    facts: KnownAt[When],
    thresholds: Readonly<Record<ThresholdName, number>>,
  ) => FraudSignals | null;
}

/** One way to recognise a fraudulent install. Pure: the same facts and settings always give the same answer. */
export interface FraudRule<
  Name extends string = string,
  When extends keyof KnownAt = keyof KnownAt,
  ThresholdName extends string = string,
> extends RuleProperties<Name, When, ThresholdName> {
  /** The flag where it fires; null where it does not, and where the app has switched it off. */
  readonly judge: (facts: KnownAt[When], settings?: RuleSettings) => FraudFlag | null;
}

/** Makes a rule; its function sees only the facts of `runsAt`, and its own thresholds. */
export function defineRule<Name extends string, When extends keyof KnownAt, ThresholdName extends string>({
  findSignals,
  ...properties
}: RuleDefinition<Name, When, ThresholdName>): FraudRule<Name, When, ThresholdName> {
  const { name: rule, version, score } = properties;
  const defaults = thresholdsOf(properties);
  return {
    ...properties,
    judge(facts, settings) {
      if (settings?.enabled === false) return null;
      const signals = findSignals(facts, settings ? thresholdsOf(properties, settings) : defaults);
      return signals && { rule, version, score, signals };
    },
  };
}

/** A rule's thresholds for an app: the defaults, where it sets none of its own. */
export function thresholdsOf<ThresholdName extends string>(
  { thresholds }: { readonly thresholds: Readonly<Record<ThresholdName, Threshold>> },
  settings: RuleSettings = {},
): Readonly<Record<ThresholdName, number>> {
  const values = Object.entries<Threshold>(thresholds).map(([name, range]) => [
    name,
    settings[name] ?? range.default,
  ]);
  return Object.fromEntries(values);
}
