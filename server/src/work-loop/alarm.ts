/** Wakes a loop that waits for something to do. */
export interface Alarm {
  /** Ends the wait; while nobody waits, the next one. */
  ring(): void;
  /** Waits for a ring, but not longer than that. A deaf wait hears only `stop`. */
  atMost(ms: number, options?: { deaf?: boolean }): Promise<void>;
  /** Ends every wait, from now on. */
  stop(): void;
}

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
