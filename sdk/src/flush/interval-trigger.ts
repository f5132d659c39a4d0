import type { Timers } from '../platform/platform.ts';

/** Triggers a flush at regular intervals. */
export interface IntervalTrigger {
  /** Starts, or restarts with the current interval. */
  restart(): void;
  stop(): void;
}

/** The timer does not keep an otherwise idle process alive: its events are on disk. */
export function createIntervalTrigger(
  timers: Timers,
  intervalMs: () => number,
  flush: () => void,
): IntervalTrigger {
  let cancel = () => {};

  function restart(): void {
    cancel();
    cancel = timers.after(
      intervalMs(),
      () => {
        restart();
        flush();
      },
      { background: true },
    );
  }

  return { restart, stop: () => cancel() };
}
