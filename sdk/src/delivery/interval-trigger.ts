import type { Platform } from '../platform/platform.ts';
import { startStopwatch } from '../platform/stopwatch.ts';

/** Triggers a flush at regular intervals, from its creation on. */
export interface IntervalTrigger {
  /** Begins again, with the current interval. */
  restart(): void;
  /** Triggers at once if the interval has passed while the system kept the timer from running. */
  catchUp(): void;
  /** Stops for good. */
  stop(): void;
}

/** The timer does not keep an otherwise idle process alive: its events are on disk. */
export function createIntervalTrigger(
  { timers, clock }: Pick<Platform, 'timers' | 'clock'>,
  intervalMs: () => number,
  flush: () => void,
): IntervalTrigger {
  let cancel: (() => void) | undefined;
  let elapsedMs: () => number;
  let stopped = false;

  function trigger(): void {
    restart();
    flush();
  }

  function restart(): void {
    cancel?.();
    if (stopped) return;
    elapsedMs = startStopwatch(clock);
    cancel = timers.after(intervalMs(), trigger, { background: true });
  }

  restart();
  return {
    restart,
    catchUp() {
      if (elapsedMs() >= intervalMs()) trigger();
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
