/** Waits for the work, but only for a limited time; the work continues. It must not fail. */
export type WaitAtMost = (work: Promise<void>) => Promise<void>;

interface Waiter {
  readonly since: number;
  readonly resolve: () => void;
}

/** How much longer than its time a wait may take, in ms. */
const GRAIN_MS = 25;

/**
 * Creates a wait of at most so many ms. One timer serves all waits: setting one for each costs as much as a look-up.
 */
export function createWaitAtMost(ms: number): WaitAtMost {
  // All waits are equally long: the first to start is the first to end.
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
