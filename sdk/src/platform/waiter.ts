import type { Timers } from './platform.ts';

/** Pauses that all end when the client is closed. */
export interface Waiter {
  wait(ms: number): Promise<void>;
  stop(): void;
}

/** The pauses keep the process alive, since a caller awaits what comes after them. */
export function createWaiter(timers: Timers): Waiter {
  const waiting = new Set<() => void>();
  let stopped = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (stopped) return resolve();
        const end = () => {
          waiting.delete(end);
          cancel();
          resolve();
        };
        const cancel = timers.after(ms, end);
        waiting.add(end);
      }),
    stop() {
      stopped = true;
      for (const end of waiting) end();
    },
  };
}
