/** Wakes a loop that is waiting for work. */
export interface Alarm {
  /** Ends the current wait, or the next one if no one is waiting. */
  ring(): void;
  /** Waits for a ring, but at most this long. A deaf wait reacts only to `stop`. */
  atMost(ms: number, options?: { deaf?: boolean }): Promise<void>;
  /** Ends every wait, from now on. */
  stop(): void;
}

/** An alarm that has not rung. */
export function createAlarm(): Alarm {
  let rung = false;
  let stopped = false;
  let wake: ((force: boolean) => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.(false);
    },
    stop() {
      stopped = true;
      wake?.(true);
    },
    async atMost(ms, { deaf = false } = {}) {
      if (!stopped && (deaf || !rung)) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = (force) => {
            if (deaf && !force) return;
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      rung = false;
    },
  };
}
