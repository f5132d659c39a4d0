import { createSemaphore, type Release } from './semaphore.ts';

/** Work of which a few run at a time, in a queue that nobody can fill or hold up alone. */
export interface FairQueue {
  /**
   * Waits until the holder may begin: whoever has the fewest running comes next, then whoever came first.
   *
   * @returns a promise of what lets the next one begin; null at once if too many wait, in all or of this holder.
   */
  enter(holder: string): Promise<Release> | null;
}

export interface QueueLimits {
  /** What runs at the same time. */
  readonly atOnce: number;
  /** Length of the queue; what exceeds it is refused. */
  readonly waiting: number;
  readonly waitingPerHolder: number;
}

interface Waiting {
  readonly holder: string;
  readonly start: (release: Release) => void;
}

/** A fair queue of this process. */
export function createFairQueue({ atOnce, waiting, waitingPerHolder }: QueueLimits): FairQueue {
  const queue: Waiting[] = [];
  const running = createSemaphore({ inAll: atOnce });

  function begin(holder: string): Release | null {
    const release = running.tryAcquire(holder);
    if (typeof release === 'string') return null;
    return () => {
      release();
      // Passed on at once: a newcomer could otherwise come first.
      startNext();
    };
  }

  function startNext(): void {
    const fewest = Math.min(...queue.map(({ holder }) => running.heldBy(holder)));
    const at = queue.findIndex(({ holder }) => running.heldBy(holder) === fewest);
    const next = queue[at];
    const release = next && begin(next.holder);
    if (!release) return;
    queue.splice(at, 1);
    next.start(release);
  }

  return {
    enter(holder) {
      const release = begin(holder);
      if (release) return Promise.resolve(release);
      const own = queue.filter((one) => one.holder === holder).length;
      if (queue.length >= waiting || own >= waitingPerHolder) return null;
      return new Promise((resolve) => queue.push({ holder, start: resolve }));
    },
  };
}
