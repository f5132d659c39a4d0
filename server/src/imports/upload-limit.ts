import { AppError } from '../platform/errors/errors.ts';
import { createFairQueue } from '../platform/limits/fair-queue.ts';
import { createSemaphore, type Release } from '../platform/limits/semaphore.ts';

/** Bounds the memory of uploads, each of which holds its file until it is stored. */
export interface UploadLimit {
  /**
   * Reads a person's file and then waits until it may run on it. A file that arrives slowly holds up no other: while it
   * arrives it is not in the queue, and it has to make room where there is none left.
   *
   * @param read reads the file, until the signal ends it.
   * @throws AppError OVERLOADED if too many are under way already, in all or of this person, and nothing is read; or if
   * the file arrived too slowly to keep its place.
   */
  run<R>(
    personId: string,
    read: (signal: AbortSignal) => Promise<Uint8Array>,
    work: (file: Uint8Array) => Promise<R>,
  ): Promise<R>;
}

declare module '../platform/services.ts' {
  interface Services {
    /** Bounds the uploads of imports. */
    readonly importUploads: UploadLimit;
  }
}

interface UploadLimits {
  /** Files that are processed at the same time. */
  readonly atOnce: number;
  /** Files in memory. */
  readonly held: number;
  readonly heldPerPerson: number;
  /** How long a file may arrive before it can lose its place, in ms. */
  readonly patienceMs: number;
}

const LIMITS: UploadLimits = { atOnce: 2, held: 18, heldPerPerson: 6, patienceMs: 5000 };

/** A file in memory. */
interface Held {
  readonly personId: string;
  /** On the monotonic clock, ms. */
  readonly since: number;
  readonly ending: AbortController;
  readonly release: Release;
  isArriving: boolean;
}

/** The limit of this process. Limits that are not given are the usual ones. */
export function createUploadLimit(limits: Partial<UploadLimits> = {}): UploadLimit {
  const { atOnce, held, heldPerPerson, patienceMs } = { ...LIMITS, ...limits };
  const queue = createFairQueue({ atOnce, waiting: held, waitingPerHolder: held });
  const inMemory = createSemaphore({ inAll: held, perHolder: heldPerPerson });
  /** In the order in which they came. */
  const files = new Set<Held>();

  function hold(personId: string): Held {
    let release = inMemory.tryAcquire(personId);
    if (release === 'all' && makeRoom()) release = inMemory.tryAcquire(personId);
    if (typeof release === 'string') throw tooMany('too many uploads are under way; try again later');
    const since = performance.now();
    const file = { personId, since, ending: new AbortController(), release, isArriving: true };
    files.add(file);
    return file;
  }

  /** Gives up the slowest file of whoever has the most that arrive slowly. */
  function makeRoom(): boolean {
    const before = performance.now() - patienceMs;
    const slow = [...files].filter((file) => file.isArriving && file.since <= before);
    const most = Math.max(...slow.map((file) => inMemory.heldBy(file.personId)));
    const last = slow.find((file) => inMemory.heldBy(file.personId) === most);
    if (!last) return false;
    letGo(last);
    last.ending.abort(tooMany('the file arrives too slowly, and others need its place; try again later'));
    return true;
  }

  function letGo(file: Held): void {
    files.delete(file);
    file.release();
  }

  return {
    async run(personId, read, work) {
      const own = hold(personId);
      try {
        const file = await read(own.ending.signal);
        own.ending.signal.throwIfAborted();
        own.isArriving = false;
        const release = await queue.enter(personId);
        return await work(file).finally(() => release?.());
      } finally {
        letGo(own);
      }
    },
  };
}

function tooMany(message: string): AppError {
  return new AppError('OVERLOADED', message, { retryAfter: 5 });
}
