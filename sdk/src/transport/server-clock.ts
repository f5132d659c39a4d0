import type { Clock } from '../platform/platform.ts';

/** The device's clock, corrected once the service has rejected it. */
export interface ServerClock {
  /** Unix ms, by the service's clock if a correction is known. */
  now(): number;
  corrected(): boolean;
  /**
   * Adopts the service's clock, given its reading when it responded, Unix ms; returns by how many ms it is ahead of the
   * device's.
   */
  correct(serverTimestamp: number): number;
}

/** Starts as the device's own clock: most are right, and an event's times then agree with each other. */
export function createServerClock(clock: Clock): ServerClock {
  let skew = 0;
  return {
    now: () => clock.now() + skew,
    corrected: () => skew !== 0,
    correct(serverTimestamp) {
      skew = serverTimestamp - clock.now();
      return skew;
    },
  };
}
