import { AppError } from '../errors.ts';

/** Bounds the memory of uploads: each reads its file into memory when it is its turn, and holds it until it is stored. */
export interface UploadSlots {
  /** Runs when it is its turn. @throws AppError OVERLOADED if too many wait already. */
  run<R>(work: () => Promise<R>): Promise<R>;
}

export function createUploadSlots({ atOnce = 2, waiting = 16 } = {}): UploadSlots {
  let running = 0;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running++;
      return;
    }
    if (queue.length >= waiting)
      throw new AppError('OVERLOADED', 'too many uploads are under way; try again later', { retryAfter: 5 });
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** The next in line takes over the place. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else running--;
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
