/** One explanation: what multiplies the weights, and whether it is the true one. */
interface Explanation {
  readonly features: readonly number[];
  readonly isTrue: boolean;
}

/** All explanations of one install. */
export type Choice = readonly Explanation[];

const ROUNDS = 300;
const RATE = 0.08;
/** Keeps weights that nothing speaks for near nothing. */
const DECAY = 1e-4;
const FADE = { mean: 0.9, square: 0.99 };

/**
 * Fits weights so that true explanations are as likely as possible: a conditional logit by gradient ascent (Adam). Several true
 * ones of a choice share its truth.
 */
export function fitWeights(choices: readonly Choice[], size: number): number[] {
  const weights = new Array<number>(size).fill(0);
  const mean = new Array<number>(size).fill(0);
  const square = new Array<number>(size).fill(0);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(choices, weights);
    for (let k = 0; k < size; k++) {
      const slope = (gradient[k] ?? 0) / choices.length - DECAY * (weights[k] ?? 0);
      mean[k] = FADE.mean * (mean[k] ?? 0) + (1 - FADE.mean) * slope;
      square[k] = FADE.square * (square[k] ?? 0) + (1 - FADE.square) * slope * slope;
      const step = (mean[k] ?? 0) / (1 - FADE.mean ** round);
      weights[k] =
        (weights[k] ?? 0) + (RATE * step) / (Math.sqrt((square[k] ?? 0) / (1 - FADE.square ** round)) + 1e-8);
    }
  }
  return weights;
}

/** The probability of each explanation. */
export function probabilities(choice: Choice, weights: readonly number[]): number[] {
  const sums = choice.map(({ features }) =>
    features.reduce((sum, feature, k) => sum + feature * (weights[k] ?? 0), 0),
  );
  const largest = sums.reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
  const terms = sums.map((sum) => Math.exp(sum - largest));
  const total = terms.reduce((sum, term) => sum + term, 0);
  return terms.map((term) => term / total);
}

function gradientOf(choices: readonly Choice[], weights: readonly number[]): number[] {
  const gradient = new Array<number>(weights.length).fill(0);
  for (const choice of choices) {
    const shares = probabilities(choice, weights);
    const truth = choice.reduce((sum, { isTrue }, i) => sum + (isTrue ? (shares[i] ?? 0) : 0), 1e-12);
    for (const [i, { features, isTrue }] of choice.entries()) {
      const share = shares[i] ?? 0;
      const pull = (isTrue ? share / truth : 0) - share;
      for (const [k, feature] of features.entries()) gradient[k] = (gradient[k] ?? 0) + pull * feature;
    }
  }
  return gradient;
}
