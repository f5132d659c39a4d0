import { SHARES } from './probabilistic-shares.ts';

/** The percentage, rounded, of matches with this many points that are right. */
export function shareOfPoints(points: number, shares: typeof SHARES = SHARES): number {
  const above = shares.findIndex(([at]) => at >= points);
  const [last] = shares.slice(-1);
  if (last === undefined) return 0;
  if (above === -1) return Math.round(last[1]);
  const right = shares[above] ?? last;
  const left = shares[above - 1] ?? right;
  if (right[0] === left[0]) return Math.round(right[1]);
  const portion = (points - left[0]) / (right[0] - left[0]);
  return Math.round(left[1] + portion * (right[1] - left[1]));
}
