/**
 * How many in a hundred matches with a number of points are right: `[points, share]`, rising, interpolated linearly.
 * Fitted to simulated worlds by `npm run bench -- attribution --fit`, which prints this table.
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
