/** Terms smaller than this part of the sum add nothing. */
const NEGLIGIBLE = 1e-12;

/** The probability of at most so many of something that happens so often on average (Poisson). */
export function poissonAtMost(count: number, mean: number): number {
  if (count >= mean) return 1 - poissonFrom(count + 1, mean);
  return sumFrom(poissonLog(count, mean), count, -1, (n) => n / mean);
}

/** The probability of at least so many. */
export function poissonAtLeast(count: number, mean: number): number {
  return count <= mean ? 1 - poissonAtMost(count - 1, mean) : poissonFrom(count, mean);
}

/** The probability that at least so many of some trials succeed, each with the same probability. */
export function binomialAtLeast(successes: number, trials: number, share: number): number {
  if (successes <= 0 || share >= 1) return 1;
  if (share <= 0 || successes > trials) return 0;
  const odds = share / (1 - share);
  const logTerm = (n: number) =>
    logFactorial(trials) -
    logFactorial(n) -
    logFactorial(trials - n) +
    n * Math.log(share) +
    (trials - n) * Math.log1p(-share);
  if (successes <= trials * share) {
    const below = successes - 1;
    return 1 - sumFrom(logTerm(below), below, -1, (n) => n / (trials - n + 1) / odds);
  }
  return sumFrom(logTerm(successes), successes, 1, (n) => ((trials - n) / (n + 1)) * odds);
}

/** Above the mean. */
function poissonFrom(count: number, mean: number): number {
  if (mean <= 0) return count <= 0 ? 1 : 0;
  return sumFrom(poissonLog(count, mean), count, 1, (n) => mean / (n + 1));
}

function poissonLog(count: number, mean: number): number {
  return count < 0 ? Number.NEGATIVE_INFINITY : count * Math.log(mean) - mean - logFactorial(count);
}

/** Sums terms that become ever smaller, each by a ratio to the one before it. In logarithms, as the first may be very small. */
function sumFrom(logFirst: number, first: number, step: 1 | -1, ratioAfter: (n: number) => number): number {
  let term = 1;
  let sum = 1;
  for (let n = first; n >= 0 && term > NEGLIGIBLE * sum; n += step) {
    term *= ratioAfter(n);
    sum += term;
  }
  return Math.min(1, Math.exp(logFirst) * sum);
}

/** Stirling's series for more than a few. */
function logFactorial(n: number): number {
  if (n < 20) {
    let sum = 0;
    for (let k = 2; k <= n; k++) sum += Math.log(k);
    return sum;
  }
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
}
