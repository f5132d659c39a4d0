import { AsyncLocalStorage } from 'node:async_hooks';

/** A clock that is set by hand, and that several requests under way can each see at a time of their own. */
export interface WorldClock {
  /** Unix ms. */
  readonly now: () => number;
  set(time: number): void;
  /** Runs something for which it is another time, until all that it awaits has ended. */
  at<T>(time: number, run: () => Promise<T>): Promise<T>;
}

export function createWorldClock(startsAt: number): WorldClock {
  const own = new AsyncLocalStorage<number>();
  let current = startsAt;
  return {
    now: () => own.getStore() ?? current,
    set: (time) => {
      current = time;
    },
    at: (time, run) => own.run(time, run),
  };
}
