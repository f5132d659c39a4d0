import { expect, test } from 'vitest';
import { SHARES } from './probabilistic-shares.ts';
import { shareOfPoints } from './share-of-points.ts';

const TABLE = [
  [50, 80],
  [60, 90],
  [62, 99.6],
] as const;

test.each([
  [40, 80, 'below the table'],
  [50, 80, 'at its beginning'],
  [55, 85, 'half way between two'],
  [58, 88, 'nearer to the second'],
  [60, 90, 'at a point of the table'],
  [61, 95, 'half way, to the next whole one'],
  [62, 100, 'at its end'],
  [90, 100, 'beyond'],
])('%i points are right in %i of a hundred: %s', (points, share) => {
  expect(shareOfPoints(points, TABLE)).toBe(share);
});

test('the fitted table rises', () => {
  for (const at of [0, 1]) {
    const column = SHARES.map((knot) => knot[at] ?? 0);
    expect(column).toEqual([...new Set(column)].sort((a, b) => a - b));
  }
});
