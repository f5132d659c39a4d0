import { hash } from 'node:crypto';
import type { LinkRule, Platform } from './rule.ts';

/** What rules ask about a visit. */
export interface RuleFacts {
  readonly platform: Platform;
  /** Two capital letters; null where it is not known. */
  readonly country: string | null;
  /** The visitor's first choice, in lower case, such as `pt-br`; null for none. */
  readonly language: string | null;
  /** Unix ms. */
  readonly now: number;
  /** Tells visitors of a link apart; the same for every visit of one. */
  readonly visitor: string;
}

/** A rule that holds for a visit, and its place among the link's. */
export interface ChosenRule {
  readonly index: number;
  readonly rule: LinkRule;
}

/**
 * The rule that a visit follows: the first that holds; if that one has a weight, one of all that hold and have one,
 * the same for every visit of a visitor.
 */
export function chooseRule(rules: readonly LinkRule[], facts: RuleFacts): ChosenRule | null {
  const holding = rules.map((rule, index) => ({ index, rule })).filter(({ rule }) => holds(rule, facts));
  const [first] = holding;
  if (first === undefined) return null;
  if (first.rule.weight === undefined) return first;
  const weighted = holding.filter(({ rule }) => rule.weight !== undefined);
  const draws = weighted.map((chosen) => ({ chosen, draw: drawOf(chosen, facts.visitor) }));
  return draws.reduce((best, next) => (next.draw < best.draw ? next : best)).chosen;
}

function holds({ when }: LinkRule, { platform, country, language, now }: RuleFacts): boolean {
  return (
    (when.platform === undefined || when.platform === platform) &&
    (when.country === undefined || when.country === country) &&
    (when.language === undefined || isOfLanguage(language, when.language)) &&
    (when.from === undefined || now >= when.from) &&
    (when.until === undefined || now < when.until)
  );
}

/** `pt` includes `pt-br`, not the other way round. */
function isOfLanguage(spoken: string | null, asked: string): boolean {
  return spoken !== null && (spoken === asked || spoken.startsWith(`${asked}-`));
}

/**
 * An exponential draw by the rule's weight, the same for each visitor and URL: the smallest wins. A rule that comes, goes
 * or changes its weight moves only the visitors that it gains or loses, whatever its place.
 */
function drawOf({ rule }: ChosenRule, visitor: string): number {
  const bits = Number.parseInt(hash('sha256', `${visitor} ${rule.url}`, 'hex').slice(0, 12), 16);
  return -Math.log((bits + 1) / (2 ** 48 + 1)) / (rule.weight ?? 1);
}
