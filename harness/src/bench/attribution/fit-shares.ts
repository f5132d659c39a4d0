import { matchPoints } from './measure-confidence.ts';
import { isRight } from './measure-models.ts';
import type { Outcome } from './read-outcomes.ts';

/** Neighbouring points with the same share in the fit. */
interface Block {
  points: number;
  right: number;
  of: number;
}

/** Fewer attributions than this are not significant. */
const LEAST = 40;

/**
 * Fits the share of matches that are right to their points, as a rising curve: installs sorted by points, merged until
 * no block is too small and none has a lower share than the one before it (pool adjacent violators).
 *
 * @returns `[points, per cent]` at the middle of each block.
 */
export function fitShares(outcomes: readonly Outcome[]): [points: number, share: number][] {
  const matches = outcomes.filter(({ model, truth }) => model === 'probabilistic' && truth.fraud === null);
  const groups = Map.groupBy(matches, matchPoints);
  const blocks: Block[] = [];
  for (const [points, group] of [...groups].sort(([a], [b]) => a - b)) {
    blocks.push({ points: points * group.length, right: group.filter(isRight).length, of: group.length });
    joinWhileFalling(blocks);
  }
  joinSmallEnd(blocks);
  return blocks.map((block) => [Math.round(block.points / block.of), Math.round(1000 * shareOf(block)) / 10]);
}

/** Adds one right and one wrong match (Laplace smoothing): no finite number of installs proves certainty. */
function shareOf({ right, of }: Block): number {
  return (right + 1) / (of + 2);
}

function joinWhileFalling(blocks: Block[]): void {
  for (;;) {
    const [before, last] = blocks.slice(-2);
    if (before === undefined || last === undefined) return;
    if (before.of >= LEAST && shareOf(last) > shareOf(before)) return;
    blocks.splice(-2, 2, join(before, last));
  }
}

function joinSmallEnd(blocks: Block[]): void {
  const [before, last] = blocks.slice(-2);
  if (before && last && last.of < LEAST) blocks.splice(-2, 2, join(before, last));
}

function join(one: Block, other: Block): Block {
  return { points: one.points + other.points, right: one.right + other.right, of: one.of + other.of };
}
