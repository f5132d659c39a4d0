import { expect, test } from 'vitest';
import { TUNING_SEEDS } from '../../world/seeds.ts';
import { decideProbabilistically, type ProbabilisticOutcome } from './decide-probabilistically.ts';

/** What is reached in this world today: more right or less wrong may be written down, anything else is worse. */
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
