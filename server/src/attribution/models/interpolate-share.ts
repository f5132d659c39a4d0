import type { ShareTable } from '../facts/adopted-table.ts';

/** The share for a figure, rounded to whole per cent; linear between two entries, level beyond the first and the last. */
export function interpolateShare(figure: number, table: ShareTable): number {
  const above = table.findIndex(([at]) => at >= figure);
  const [last] = table.slice(-1);
  if (last === undefined) throw new Error('a table of shares is empty');
  const right = table[above] ?? last;
  const left = table[above - 1] ?? right;
  if (above === -1 || right[0] === left[0]) return Math.round(right[1]);
  const portion = (figure - left[0]) / (right[0] - left[0]);
  return Math.round(left[1] + portion * (right[1] - left[1]));
}
