import { expect, test } from 'vitest';
import { type Choice, fitWeights, probabilities } from './fit-weights.ts';

/** Two explanations, of which the first has a feature and is true in so many of a hundred. */
const hundred = (right: number): Choice[] =>
  Array.from({ length: 100 }, (_, n) => [
    { features: [1], isTrue: n < right },
    { features: [0], isTrue: n >= right },
  ]);

test.each([20, 50, 90])('weights give what is right in %i of a hundred that probability', (right) => {
  const choices = hundred(right);
  const [first = 0] = probabilities(choices[0] ?? [], fitWeights(choices, 1));
  expect(first).toBeCloseTo(right / 100, 2);
});

test('what is never different has no weight', () => {
  const choices = hundred(80).map((choice) =>
    choice.map((one) => ({ ...one, features: [...one.features, 1] })),
  );
  const [, constant] = fitWeights(choices, 2);
  expect(constant).toBeCloseTo(0, 3);
});
