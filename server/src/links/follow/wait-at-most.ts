/** Waits for the work, but not longer than its time; the work goes on. It must not fail. */
export type WaitAtMost = (work: Promise<void>) => Promise<void>;

interface Waiter {
  readonly since: number;
  readonly resolve: () => void;
}

/** How much longer than its time somebody may wait, in ms. */
const GRAIN_MS = 25;

/** A patience of so many ms. One timer serves all who wait: setting one for each costs as much as a look-up. */
export function createWaitAtMost(ms: number): WaitAtMost {
  // All are as patient as each other: who came first is due first.
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  function sweep(): void {
    const due = performance.now() - ms;
    for (const waiter of waiting) {
      if (waiter.since > due) break;
      waiting.delete(waiter);
      waiter.resolve();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (work) =>
    new Promise((resolve) => {
      const waiter = { since: performance.now(), resolve };
      waiting.add(waiter);
      timer ??= setInterval(sweep, GRAIN_MS);
      void work.then(() => {
        waiting.delete(waiter);
        resolve();
      });
    });
}
