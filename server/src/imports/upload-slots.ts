import { AppError } from '../errors.ts';

/** Bounds the memory of uploads, each of which holds its file until it is stored. */
export interface UploadSlots {
  /**
   * Reads a file and, when it is its turn, runs on it. A file that arrives slowly holds up no other.
   *
   * @throws AppError OVERLOADED if too many are under way already, in all or of this account; then nothing is read.
   */
  run<R>(
    customerId: string,
    read: () => Promise<Uint8Array>,
    work: (file: Uint8Array) => Promise<R>,
  ): Promise<R>;
}

export function createUploadSlots({ atOnce = 2, held = 18, perAccount = 6 } = {}): UploadSlots {
  const holding: string[] = [];
  let running = 0;
  const queue: (() => void)[] = [];

  function take(customerId: string): void {
    if (holding.length >= held || holding.filter((holder) => holder === customerId).length >= perAccount)
      throw new AppError('OVERLOADED', 'too many uploads are under way; try again later', { retryAfter: 5 });
    holding.push(customerId);
  }

  async function enter(): Promise<void> {
    if (running >= atOnce) return new Promise((resolve) => queue.push(resolve));
    running++;
  }

  /** The next in line takes over the place. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else running--;
  }

  return {
    async run(customerId, read, work) {
      take(customerId);
      try {
        const file = await read();
        await enter();
        return await work(file).finally(leave);
      } finally {
        holding.splice(holding.indexOf(customerId), 1);
      }
    },
  };
}
