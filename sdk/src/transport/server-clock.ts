import type { Clock } from '../platform/platform.ts';

/** The device's clock, put right once the service has said that it is wrong. */
export interface ServerClock {
  /** Unix ms, by the service's clock where a correction is known. */
  now(): number;
  corrected(): boolean;
  /** Takes in what the service's clock showed when it answered, Unix ms. */
  correct(serverTimestamp: number): void;
}

/** Begins as the device's own clock: most are right, and then an event's times agree among themselves. */
export function createServerClock(clock: Clock): ServerClock {
  let skew = 0;
  return {
    now: () => clock.now() + skew,
    corrected: () => skew !== 0,
    correct(serverTimestamp) {
      skew = serverTimestamp - clock.now();
    },
  };
}
