import type { Timers } from '../platform/platform.ts';

/** Triggers a flush at regular intervals. */
export interface IntervalTrigger {
  /** Starts, or restarts with the current interval. */
  restart(): void;
  /** Stops for good. */
  stop(): void;
}

/** The timer does not keep an otherwise idle process alive: its events are on disk. */
export function createIntervalTrigger(
  timers: Timers,
  intervalMs: () => number,
  flush: () => void,
): IntervalTrigger {
  let cancel = () => {};
  let stopped = false;

  function restart(): void {
    cancel();
    if (stopped) return;
    cancel = timers.after(
      intervalMs(),
      () => {
        restart();
        flush();
      },
      { background: true },
    );
  }

  return {
    restart,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
