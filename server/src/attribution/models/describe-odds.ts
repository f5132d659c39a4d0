/** The odds of a share from 0 to 1: `49 to 1`, or `1 to 49` where it is the less likely. */
export function describeOdds(share: number): string {
  if (share < 0.5) return `1 to ${describeTimes((1 - share) / share)}`;
  return `${describeTimes(share / (1 - share))} to 1`;
}

/** `1.4`, `49`, `more than 999`. */
export function describeTimes(times: number): string {
  if (times > 999) return 'more than 999';
  return times < 9.95 ? times.toFixed(1).replace('.0', '') : String(Math.round(times));
}
