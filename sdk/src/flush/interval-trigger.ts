import type { Timers } from '../platform/platform.ts';

/** Asks for a flush again and again. */
export interface IntervalTrigger {
  /** Begins, or begins anew with the interval in force by now. */
  restart(): void;
  stop(): void;
}

/** The timer lets a process end which has nothing else to do: its events are on disk. */
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
