import type { Random } from '@tributary/server/testing/random';

/** A log-normal wait in ms: its median, its sigma, and its minimum. */
interface Wait {
  readonly median: number;
  readonly sigma: number;
  readonly least: number;
}

/** Draws a wait, in whole ms. */
export function drawWait(random: Random, { median, sigma, least }: Wait): number {
  return Math.round(Math.max(least, random.logNormal(median, sigma)));
}

/** Draws a whole number from an interval, with every order of magnitude equally likely. */
export function drawSpan(
  random: Random,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  return Math.round(random.logUniform(from, to));
}
