/**
 * How common an installing device's traits are among the devices of its app, above 0 and at most 1: a trait that half of
 * the phones share says little about which of them clicked.
 */
export interface TraitShares {
  readonly model: number;
  readonly osVersion: number;
  /** How many of its devices a store's referrer led to it: the fewer, the more others came by themselves. */
  readonly referred: number;
}

/** Of an app of which nothing is known yet: the shares of a usual model, a usual version and of those that a referrer led to it. */
export const USUAL_SHARES: TraitShares = { model: 0.01, osVersion: 0.2, referred: 0.42 };

/** As many devices as the usual share is worth: it fades as the app gets devices of its own. */
const USUAL_WEIGHT = 60;

/** The share of a trait that so many of an app's devices have. */
export function shareAmong(withTrait: number, devices: number, usual: number): number {
  return Math.min(1, (withTrait + USUAL_WEIGHT * usual) / (devices + USUAL_WEIGHT));
}
