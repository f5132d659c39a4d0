import type { Platform } from '@tributary/sdk/core';

export interface ClockTraits {
  /** How far the wall clock is off, in ms; negative if it is slow. */
  readonly offMs: number;
  /** How much it gains, in parts per million. */
  readonly driftPpm: number;
}

/** A device's clocks: a wall clock that may be wrong and may be set, and one that counts from the start of the process. */
export interface DeviceClock {
  /** The clocks as a process sees them that starts now. */
  startProcess(): Platform['clock'];
  /** Sets the wall clock forward, or back. */
  set(byMs: number): void;
}

/**
 * @param elapsed ms of simulated time
 * @param trueTime Unix ms
 */
export function createDeviceClock(
  elapsed: () => number,
  trueTime: () => number,
  { offMs, driftPpm }: ClockTraits,
): DeviceClock {
  let setBy = 0;
  let starts = 0;
  const wall = () => trueTime() + offMs + setBy + (elapsed() * driftPpm) / 1_000_000;
  return {
    startProcess() {
      const startedAt = elapsed();
      return {
        now: () => Math.max(0, Math.round(wall())),
        monotonic: () => elapsed() - startedAt,
        epoch: `process ${++starts}`,
        countsSleep: true,
      };
    },
    set(byMs) {
      setBy += byMs;
    },
  };
}
