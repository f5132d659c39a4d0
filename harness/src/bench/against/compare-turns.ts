import { median } from '../median.ts';

/** What one side did in one turn. */
export interface Turn {
  /** CPU time of the service and of PostgreSQL for a unit, in µs. */
  readonly micros: number;
  /** Units a second. */
  readonly rate: number;
}

/** A turn of both sides, under the same load one after the other. */
export interface TurnOfBoth {
  readonly before: Turn;
  readonly now: Turn;
}

/** How a figure of this commit relates to that of the other. */
export interface Ratio {
  readonly before: number;
  readonly now: number;
  /** The median of the turns' ratios, now to before. */
  readonly ratio: number;
  /** Where that median lies with a probability of 95 %; with fewer than six turns all that was seen. */
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
}

/** `same` is all that cannot be told from the spread. */
type Verdict = 'better' | 'worse' | 'same';

/** With fewer, all ratios lie on one side by chance too often. */
const FEWEST_TURNS = 6;
const CHANCE = 0.05;

/** Compares CPU time for a unit (less is better) and rate (more is better) over the turns. @throws Error without turns */
export function compareTurns(turns: readonly TurnOfBoth[]): { cpu: Ratio; rate: Ratio } {
  return {
    cpu: compareFigures(turns, ({ micros }) => micros, 'less'),
    rate: compareFigures(turns, ({ rate }) => rate, 'more'),
  };
}

function compareFigures(
  turns: readonly TurnOfBoth[],
  figure: (turn: Turn) => number,
  good: 'less' | 'more',
): Ratio {
  const ratios = turns.map(({ before, now }) => figure(now) / figure(before)).sort((a, b) => a - b);
  const outliers = countOutliers(ratios.length);
  const from = ratios[outliers] ?? Number.NaN;
  const to = ratios[ratios.length - 1 - outliers] ?? Number.NaN;
  return {
    before: middle(turns.map(({ before }) => figure(before))),
    now: middle(turns.map(({ now }) => figure(now))),
    ratio: middle(ratios),
    from,
    to,
    verdict: judge({ from, to, turns: turns.length, good }),
  };
}

function judge(spread: { from: number; to: number; turns: number; good: 'less' | 'more' }): Verdict {
  const { from, to, turns, good } = spread;
  if (turns < FEWEST_TURNS || (from <= 1 && to >= 1)) return 'same';
  return to < 1 === (good === 'less') ? 'better' : 'worse';
}

/**
 * How many ratios at either end may be left out so that the median lies within the rest with a probability of 95 %:
 * each ratio is as likely above the true median as below it, whatever their distribution.
 */
function countOutliers(turns: number): number {
  let outliers = 0;
  // The probability that at most `outliers` of the turns lie below the median.
  let below = 0.5 ** turns;
  let term = below;
  for (let next = 1; next < turns / 2; next++) {
    term *= (turns - next + 1) / next;
    below += term;
    if (2 * below > CHANCE) break;
    outliers = next;
  }
  return outliers;
}

/** Of an even number the mean of the two in the middle. */
function middle(values: readonly number[]): number {
  const upper = median(values, (value) => value);
  if (values.length % 2 === 1) return upper;
  return (
    (upper -
      median(
        values.map((value) => -value),
        (value) => value,
      )) /
    2
  );
}
