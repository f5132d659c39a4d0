/**
 * How many in a hundred likenesses of so many points are right: `[points, share]`, rising, straight between two of
 * them. Fitted to simulated worlds by `npm run bench -- attribution --fit`, which prints this table; written by hand it
 * would be a guess.
 */
export const SHARES: readonly (readonly [points: number, share: number])[] = [
  [50, 85],
  [60, 94],
  [70, 99],
];
