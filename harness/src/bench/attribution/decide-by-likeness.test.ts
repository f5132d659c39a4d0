import { expect, test } from 'vitest';
import { TUNING_SEEDS } from '../../world/seeds.ts';
import { decideByLikeness, type LikenessOutcome } from './decide-by-likeness.ts';

/** What is reached in this world today: more right or less wrong may be written down, anything else is worse. */
const REACHED = { right: 818, wrong: 18, organicTakenForPaid: 15 };

test('likeness finds no fewer in a large world than it did, and errs no more', () => {
  const outcomes: LikenessOutcome[] = [...decideByLikeness(TUNING_SEEDS[0], 20_000)];
  const found = outcomes.filter(({ decision }) => decision.model === 'probabilistic');
  const right = found.filter(({ isRight }) => isRight).length;
  const organic = outcomes.filter(({ truth }) => truth.source === null);
  const taken = organic.filter(({ isRight }) => !isRight).length;
  expect(right).toBeGreaterThanOrEqual(REACHED.right);
  expect(found.length - right).toBeLessThanOrEqual(REACHED.wrong);
  expect(taken).toBeLessThanOrEqual(REACHED.organicTakenForPaid);
  expect(right / found.length).toBeGreaterThanOrEqual(0.97);
  expect(taken / organic.length).toBeLessThanOrEqual(0.01);
});
