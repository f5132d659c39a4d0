import { FRAUD_RULES } from '@tributary/server/fraud-rules/fraud-rules';
import type { Share } from './measure-models.ts';
import type { Outcome } from './read-outcomes.ts';

export interface RuleFigures {
  /** Of the installs that the rule flagged: those that really show what it detects. */
  readonly precision: Share;
  /** Of the installs that really show it: those that the rule flagged. */
  readonly recall: Share;
}

/** Compares each rule's flags with what the world's fraud schemes really show. */
export function measureRules(outcomes: readonly Outcome[]): Readonly<Record<string, RuleFigures>> {
  return Object.fromEntries(
    FRAUD_RULES.map(({ name: rule }) => {
      const flagged = outcomes.filter(({ flags }) => flags.includes(rule));
      const there = outcomes.filter(({ truth }) => truth.shows.includes(rule));
      const both = flagged.filter(({ truth }) => truth.shows.includes(rule)).length;
      return [
        rule,
        { precision: { right: both, of: flagged.length }, recall: { right: both, of: there.length } },
      ];
    }),
  );
}
