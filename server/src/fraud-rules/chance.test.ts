import { expect, test } from 'vitest';
import { binomialAtLeast, poissonAtLeast, poissonAtMost } from './chance.ts';

test.each([
  [0, 3, 0.04979],
  [2, 3, 0.42319],
  [10, 3, 0.99971],
  [0, 2000, 0],
  [2000, 2000, 0.50595],
  [1_000_000, 1_000_000, 0.50027],
  [0, 0, 1],
  [3, 0, 1],
])('at most %d of what happens %d times on average', (count, mean, probability) => {
  expect(poissonAtMost(count, mean)).toBeCloseTo(probability, 4);
});

test.each([
  [0, 1.2, 1],
  [1, 1.2, 0.69881],
  [8, 1.2, 0.00005],
  [5, 0, 0],
  [-1, 1.2, 1],
])('at least %d of what happens %d times on average', (count, mean, probability) => {
  expect(poissonAtLeast(count, mean)).toBeCloseTo(probability, 4);
});

test.each([
  [0, 5, 0.1, 1],
  [3, 3, 0.1, 0.001],
  [4, 5, 0.45, 0.13122],
  [30, 1000, 0.03, 0.52539],
  [29, 1000, 0.03, 0.59906],
  [5, 1000, 0, 0],
  [6, 5, 0.9, 0],
  [5, 5, 1, 1],
])('at least %d of %d with a share of %d', (successes, trials, share, probability) => {
  expect(binomialAtLeast(successes, trials, share)).toBeCloseTo(probability, 3);
});
