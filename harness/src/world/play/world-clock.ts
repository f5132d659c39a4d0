import { AsyncLocalStorage } from 'node:async_hooks';

/** A clock that is set manually, and that concurrent requests can each see at a different time. */
export interface WorldClock {
  /** Unix ms. */
  readonly now: () => number;
  set(time: number): void;
  /** Runs something at another time, until everything it awaits has ended. */
  at<T>(time: number, run: () => Promise<T>): Promise<T>;
}

/** A clock that stands at a time, in Unix ms, until it is set. */
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
