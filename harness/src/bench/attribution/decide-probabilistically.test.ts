import { expect, test } from 'vitest';
import { TUNING_SEEDS } from '../../world/seeds.ts';
import { decideProbabilistically, type ProbabilisticOutcome } from './decide-probabilistically.ts';

/**
 * The current result in this world. It may be updated when more is right or less is wrong; anything else is a
 * regression.
 */
const BASELINE = { right: 818, wrong: 18, organicAttributed: 15 };

test('probabilistic matching finds no fewer installs in a large world than before, and errs no more often', () => {
  const outcomes: ProbabilisticOutcome[] = [...decideProbabilistically(TUNING_SEEDS[0], 20_000)];
  const found = outcomes.filter(({ decision }) => decision.model === 'probabilistic');
  const right = found.filter(({ isRight }) => isRight).length;
  const organic = outcomes.filter(({ truth }) => truth.source === null);
  const taken = organic.filter(({ isRight }) => !isRight).length;
  expect(right).toBeGreaterThanOrEqual(BASELINE.right);
  expect(found.length - right).toBeLessThanOrEqual(BASELINE.wrong);
  expect(taken).toBeLessThanOrEqual(BASELINE.organicAttributed);
  expect(right / found.length).toBeGreaterThanOrEqual(0.97);
  expect(taken / organic.length).toBeLessThanOrEqual(0.01);
});
