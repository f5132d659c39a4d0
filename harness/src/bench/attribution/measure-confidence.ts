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

const BOUNDS = Array.from({ length: 21 }, (_, n) => 5 * n);

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
