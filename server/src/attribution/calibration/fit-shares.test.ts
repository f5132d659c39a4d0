import { expect, test } from 'vitest';
import { fitShares, type Judged } from './fit-shares.ts';

const many = (figure: number, right: number, wrong: number): Judged[] => [
  ...Array.from({ length: right }, () => [figure, true] as const),
  ...Array.from({ length: wrong }, () => [figure, false] as const),
];

test('shares rise with the figure, and stay a little short of certain', () => {
  expect(fitShares([...many(50, 80, 20), ...many(60, 95, 5), ...many(70, 100, 0)])).toEqual([
    [50, 79.4],
    [60, 94.1],
    [70, 99],
  ]);
});

test('figures with a lower share than smaller ones are joined with them', () => {
  expect(fitShares([...many(50, 90, 10), ...many(60, 80, 20), ...many(70, 100, 0)])).toEqual([
    [55, 84.7],
    [70, 99],
  ]);
});

test('too few decisions are joined with their neighbours', () => {
  expect(fitShares([...many(50, 90, 10), ...many(60, 99, 1), ...many(70, 1, 0)])).toEqual([
    [50, 89.2],
    [60.1, 98.1],
  ]);
});

test('figures that are the same to a tenth are one', () => {
  const fitted = fitShares([...many(50, 80, 20), ...many(99.97, 90, 10), ...many(99.99, 100, 0)]);
  expect(fitted.map(([figure]) => figure)).toEqual([50, 100]);
  expect(fitted[1]?.[1]).toBeCloseTo(94.6, 0);
});
