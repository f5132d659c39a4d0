import { createWorldClock, type WorldClock } from '../../world/play/world-clock.ts';

/** The clock of a story, and later the real one. */
export interface DemoClock extends WorldClock {
  /** From now on it is the real clock. */
  goLive(): void;
  isLive(): boolean;
}

/** A clock that stands at a time, in Unix ms, until it is set. */
export function createDemoClock(startsAt: number): DemoClock {
  const played = createWorldClock(startsAt);
  let live = false;
  return {
    ...played,
    now: () => (live ? Date.now() : played.now()),
    goLive: () => {
      live = true;
    },
    isLive: () => live,
  };
}
