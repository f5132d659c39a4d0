import { expect, test } from 'vitest';
import type { ShareTable } from '../facts/adopted-table.ts';
import { LIKENESS_SHARES, ORGANIC_SHARES } from './fitted-tables.ts';
import { interpolateShare } from './interpolate-share.ts';

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
  [60, 90, 'at an entry'],
  [61, 95, 'half way, to the next whole one'],
  [62, 100, 'at its end'],
  [90, 100, 'beyond'],
])('%i is right in %i of a hundred: %s', (figure, share) => {
  expect(interpolateShare(figure, TABLE)).toBe(share);
});

test.each<readonly [string, ShareTable]>([
  ['likeness', LIKENESS_SHARES],
  ...Object.entries(ORGANIC_SHARES).map(([word, { near }]) => [`organic, ${word}`, near] as const),
])('the fitted table of %s rises', (_name, table) => {
  for (const at of [0, 1]) {
    const column = table.map((entry) => entry[at] ?? 0);
    expect(column).toEqual(column.toSorted((a, b) => a - b));
  }
});
