/** One explanation: what multiplies the weights, and whether it is the true one. */
interface Explanation {
  readonly features: readonly number[];
  /** What is known of its weight beforehand; 0 by default. */
  readonly given?: number;
  readonly isTrue: boolean;
}

/** All explanations of one install. */
export type Choice = readonly Explanation[];

/** All of them in a row: of worlds of a usual size there are millions. */
interface Flat {
  readonly features: Float32Array;
  readonly given: Float32Array;
  readonly isTrue: Uint8Array;
  /** Where each choice begins, and where the last one ends. */
  readonly starts: readonly number[];
}

const ROUNDS = 300;
const RATE = 0.08;
/** Keeps weights that nothing speaks for near nothing. */
const DECAY = 1e-4;
const FADE = { mean: 0.9, square: 0.99 };

/**
 * Fits weights so that true explanations are as likely as possible: a conditional logit by gradient ascent (Adam). Several true
 * ones of a choice share its truth.
 */
export function fitWeights(choices: Iterable<Choice>, size: number): number[] {
  const flat = flatten(choices, size);
  const weights = new Array<number>(size).fill(0);
  const mean = new Array<number>(size).fill(0);
  const square = new Array<number>(size).fill(0);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(flat, weights);
    for (let k = 0; k < size; k++) {
      const slope = (gradient[k] ?? 0) / (flat.starts.length - 1) - DECAY * (weights[k] ?? 0);
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
  const flat = flatten([choice], weights.length);
  const shares = new Float64Array(choice.length);
  shareOut(flat, 0, weights, shares);
  return [...shares];
}

function flatten(choices: Iterable<Choice>, size: number): Flat {
  const starts = [0];
  let features = new Float32Array(size * 1024);
  let given = new Float32Array(1024);
  let isTrue = new Uint8Array(1024);
  let n = 0;
  for (const choice of choices) {
    if (n + choice.length > given.length) {
      const room = 2 * (n + choice.length);
      features = enlarged(features, new Float32Array(room * size));
      given = enlarged(given, new Float32Array(room));
      isTrue = enlarged(isTrue, new Uint8Array(room));
    }
    for (const explanation of choice) {
      features.set(explanation.features, n * size);
      given[n] = explanation.given ?? 0;
      isTrue[n] = Number(explanation.isTrue);
      n++;
    }
    starts.push(n);
  }
  return { features, given, isTrue, starts };
}

function enlarged<Numbers extends Float32Array | Uint8Array>(full: Numbers, into: Numbers): Numbers {
  into.set(full);
  return into;
}

/** The probabilities of the explanations of the n-th choice, into an array that has room for them. */
function shareOut(
  { features, given, starts }: Flat,
  n: number,
  weights: readonly number[],
  into: Float64Array,
) {
  const [start, end] = [starts[n] ?? 0, starts[n + 1] ?? 0];
  const size = weights.length;
  let largest = Number.NEGATIVE_INFINITY;
  for (let at = start; at < end; at++) {
    let sum = given[at] ?? 0;
    for (let k = 0; k < size; k++) sum += (features[at * size + k] ?? 0) * (weights[k] ?? 0);
    into[at - start] = sum;
    largest = Math.max(largest, sum);
  }
  let total = 0;
  for (let i = 0; i < end - start; i++) {
    const term = Math.exp((into[i] ?? 0) - largest);
    into[i] = term;
    total += term;
  }
  for (let i = 0; i < end - start; i++) into[i] = (into[i] ?? 0) / total;
}

function gradientOf(flat: Flat, weights: readonly number[]): Float64Array {
  const { features, isTrue, starts } = flat;
  const size = weights.length;
  const gradient = new Float64Array(size);
  const shares = new Float64Array(
    starts.reduce((most, at, n) => Math.max(most, at - (starts[n - 1] ?? 0)), 0),
  );
  for (let n = 0; n + 1 < starts.length; n++) {
    shareOut(flat, n, weights, shares);
    const [start, end] = [starts[n] ?? 0, starts[n + 1] ?? 0];
    let truth = 1e-12;
    for (let at = start; at < end; at++) if (isTrue[at]) truth += shares[at - start] ?? 0;
    for (let at = start; at < end; at++) {
      const share = shares[at - start] ?? 0;
      const pull = (isTrue[at] ? share / truth : 0) - share;
      for (let k = 0; k < size; k++) gradient[k] = (gradient[k] ?? 0) + pull * (features[at * size + k] ?? 0);
    }
  }
  return gradient;
}
