/** A decision: a figure that it was based on, and whether it was right. */
export type Judged = readonly [figure: number, isRight: boolean];

/** Neighbouring figures with the same share in the fit. */
interface Block {
  figures: number;
  right: number;
  of: number;
}

/** Fewer decisions than this are not significant. */
const LEAST = 100;

/**
 * Fits how often decisions are right to the figures that they were based on, as a rising curve: sorted, and merged until no block
 * is too small and none has a lower share than the one before it (pool adjacent violators).
 *
 * @returns `[figure, per cent]` at the middle of each block.
 */
export function fitShares(decisions: readonly Judged[], least = LEAST): [figure: number, share: number][] {
  const blocks: Block[] = [];
  for (const [figure, isRight] of decisions.toSorted(([a], [b]) => a - b)) {
    blocks.push({ figures: figure, right: isRight ? 1 : 0, of: 1 });
    joinWhileFalling(blocks, least);
  }
  joinSmallEnd(blocks, least);
  return joinEqual(blocks).map((block) => [figureOf(block), toTenths(100 * shareOf(block))]);
}

const toTenths = (value: number) => Math.round(10 * value) / 10;
const figureOf = ({ figures, of }: Block) => toTenths(figures / of);

/** A table of tenths cannot tell them apart. */
function joinEqual(blocks: readonly Block[]): Block[] {
  return [...Map.groupBy(blocks, figureOf).values()].map((equal) => equal.reduce(join));
}

/** Adds one right and one wrong decision (Laplace smoothing): no finite number of installs proves certainty. */
function shareOf({ right, of }: Block): number {
  return (right + 1) / (of + 2);
}

function joinWhileFalling(blocks: Block[], least: number): void {
  for (;;) {
    const [before, last] = blocks.slice(-2);
    if (before === undefined || last === undefined) return;
    if (before.of >= least && (last.of < least || shareOf(last) > shareOf(before))) return;
    blocks.splice(-2, 2, join(before, last));
  }
}

function joinSmallEnd(blocks: Block[], least: number): void {
  const [before, last] = blocks.slice(-2);
  if (before && last && last.of < least) blocks.splice(-2, 2, join(before, last));
}

function join(one: Block, other: Block): Block {
  return { figures: one.figures + other.figures, right: one.right + other.right, of: one.of + other.of };
}
