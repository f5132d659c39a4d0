import type { Profile } from './profiles.ts';

const HOUR = 3_600_000;
/** It is charged when it is down to this, in percent. */
const LEAST = 4;

/** A battery that drains, is charged when it is nearly empty, and can be set. */
export interface Battery {
  /** Percent; undefined if the SDK cannot know it. */
  percent(): number | undefined;
  /** Holds it at that level; undefined lets it drain again. */
  set(percent: number | undefined): void;
}

/** @param elapsed ms of simulated time */
export function createBattery(elapsed: () => number, traits: Profile['battery']): Battery {
  let held: number | undefined;
  return {
    percent() {
      if (held !== undefined || !traits) return held;
      return 100 - ((100 - traits.percent + (traits.lossPerHour * elapsed()) / HOUR) % (100 - LEAST));
    },
    set(percent) {
      held = percent;
    },
  };
}
