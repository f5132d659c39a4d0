import { isRight, type Share } from './measure-models.ts';
import type { Outcome } from './read-outcomes.ts';

/** Attributions whose confidence is within a band, and how often they are right. */
export interface Band {
  readonly from: number;
  readonly to: number;
  /** The mean of the stated confidence. */
  readonly said: number;
  readonly observed: Share;
}

const BOUNDS = [0, 50, 60, 70, 80, 85, 90, 95, 100] as const;

/** The confidence of probabilistic matches before the limit and fraud reduce it: the fitted share. */
export function fittedShare({ breakdown }: Outcome): number {
  return sumOf(breakdown, (name) => name !== 'limit' && !name.startsWith('fraud_'));
}

/** The points of a probabilistic match, before the fit. */
export function matchPoints({ breakdown }: Outcome): number {
  return sumOf(breakdown, (name) => !['limit', 'calibration'].includes(name) && !name.startsWith('fraud_'));
}

/** Groups attributions into bands by their stated confidence. */
export function measureConfidence(
  outcomes: readonly Outcome[],
  saidOf: (outcome: Outcome) => number,
): Band[] {
  return BOUNDS.slice(0, -1).flatMap((from, index) => {
    const to = BOUNDS[index + 1] ?? 100;
    const within = outcomes.filter((outcome) => {
      const said = saidOf(outcome);
      return said >= from && (said < to || (to === 100 && said === 100));
    });
    if (within.length === 0) return [];
    const said = within.reduce((sum, outcome) => sum + saidOf(outcome), 0) / within.length;
    return [{ from, to, said, observed: { right: within.filter(isRight).length, of: within.length } }];
  });
}

function sumOf(parts: Outcome['breakdown'], counts: (name: string) => boolean): number {
  return Object.entries(parts).reduce((sum, [name, points]) => sum + (counts(name) ? points : 0), 0);
}
