import type { DecisionFacts, ReviewFacts } from './fraud-facts.ts';
import type { FraudFlag, FraudRule, RuleSettings } from './fraud-rule.ts';
import { FRAUD_RULES } from './fraud-rules.ts';

/** What an app sets for its rules, by their names. */
export type RulesSettings = Readonly<Record<string, RuleSettings | undefined>>;

const AT_DECISION = FRAUD_RULES.filter((rule) => rule.runsAt !== 'review');
const AT_REVIEW = FRAUD_RULES.filter((rule) => rule.runsAt !== 'decision');

/** Runs the rules of the decision over an install. Pure. */
export function judgeAtDecision(facts: DecisionFacts, settings: RulesSettings): FraudFlag[] {
  return judge(AT_DECISION, facts, settings);
}

/** Runs the rules of the review over an install: for neighbours that came later, and tokens that did not. Pure. */
export function judgeAtReview(facts: ReviewFacts, settings: RulesSettings): FraudFlag[] {
  return judge(AT_REVIEW, facts, settings);
}

interface RuleFor<Facts> extends Pick<FraudRule, 'name'> {
  readonly judge: (facts: Facts, settings?: RuleSettings) => FraudFlag | null;
}

function judge<Facts>(rules: readonly RuleFor<Facts>[], facts: Facts, settings: RulesSettings): FraudFlag[] {
  return rules.flatMap((rule) => rule.judge(facts, settings[rule.name]) ?? []);
}
