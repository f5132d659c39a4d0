/**
 * How many in a hundred matches of so many points are right: `[points, share]`, rising, straight between two of
 * them. Fitted to simulated worlds by `npm run bench -- attribution --fit`, which prints this table; written by hand it
 * would be a guess.
 */
export const SHARES: readonly (readonly [points: number, share: number])[] = [
  [50, 88.9],
  [52, 91.2],
  [55, 95.8],
  [57, 96.7],
  [59, 98.1],
  [68, 99.6],
  [82, 99.7],
];
