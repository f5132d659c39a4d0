import type { Lane } from './find-lanes.ts';

/** How many lanes run at once. */
export interface LaneLimits {
  readonly all: number;
  /** Of those whose network fails or is slow, so that they leave room for the others. */
  readonly impaired: number;
}

/**
 * Chooses which lanes to start, those that work and are quick first.
 *
 * @param due lanes with deliveries that are due and that do not run, in the order in which they get their turn.
 * @param isSlow whether the last batch of a lane took long.
 */
export function chooseLanes(
  due: readonly Lane[],
  running: readonly Lane[],
  isSlow: (lane: Lane) => boolean,
  limits: LaneLimits,
): Lane[] {
  const isImpaired = (lane: Lane) => lane.failures > 0 || isSlow(lane);
  const sound = due.filter((lane) => !isImpaired(lane));
  const impaired = due.filter(isImpaired);
  const free = limits.impaired - running.filter(isImpaired).length;
  return [...sound, ...impaired.slice(0, Math.max(0, free))].slice(
    0,
    Math.max(0, limits.all - running.length),
  );
}
