import { TimeQueue } from '../world/time-queue.ts';

/** Time that passes only when nothing else is left to do, and then in one step to the next timer. */
export interface VirtualTime {
  /** Milliseconds since the start. */
  now(): number;
  /** Calls `run` once, `delayMs` from now, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void;
  sleep(delayMs: number): Promise<void>;
  /** Keeps time from passing until something outside of the simulation has ended, such as a real request. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Lets the time pass until `end`, in ms since the start, or until `isOver`, asked after each timer. */
  run(end: number, isOver?: () => boolean): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Creates a time that stands still at 0. */
export function createVirtualTime(): VirtualTime {
  const timers = new TimeQueue<Timer>();
  let now = 0;
  let held = 0;
  let onReleased = () => {};

  function after(delayMs: number, run: () => void): () => void {
    const timer = { at: now + Math.max(0, delayMs), run, isCancelled: false };
    timers.push(timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  /** Resolves when nothing is held and all promises that can settle have settled. */
  async function settle(): Promise<void> {
    for (;;) {
      while (held > 0) {
        await new Promise<void>((resolve) => {
          onReleased = resolve;
        });
      }
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (held === 0) return;
    }
  }

  return {
    now: () => now,
    after,
    sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    hold(work) {
      held++;
      return work.finally(() => {
        if (--held === 0) onReleased();
      });
    },
    async run(end, isOver = () => false) {
      await settle();
      if (isOver()) return;
      for (const timer of timers.before(end)) {
        if (timer.isCancelled) continue;
        now = timer.at;
        timer.run();
        await settle();
        if (isOver()) return;
      }
      now = Math.max(now, end);
    },
  };
}
