import { AppError } from '../errors.ts';
import { createFairTurns } from '../turns/fair-turns.ts';

/** Bounds the memory of uploads, each of which holds its file until it is stored. */
export interface UploadSlots {
  /**
   * Reads a person's file and, when it is its turn, runs on it. A file that arrives slowly holds up no other: while it
   * arrives it has no turn, and it has to make room where there is none left.
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

declare module '../services.ts' {
  interface Services {
    /** Bounds the uploads of imports. */
    readonly importUploads: UploadSlots;
  }
}

interface SlotLimits {
  /** Files that are processed at the same time. */
  readonly atOnce: number;
  /** Files in memory. */
  readonly held: number;
  readonly heldPerPerson: number;
  /** How long a file may arrive before it can lose its place, in ms. */
  readonly patienceMs: number;
}

const LIMITS: SlotLimits = { atOnce: 2, held: 18, heldPerPerson: 6, patienceMs: 5000 };

/** A file in memory. */
interface Held {
  readonly personId: string;
  /** On the monotonic clock, ms. */
  readonly since: number;
  readonly ending: AbortController;
  isArriving: boolean;
}

/** Slots for the uploads of this process. Limits that are not given are the usual ones. */
export function createUploadSlots(limits: Partial<SlotLimits> = {}): UploadSlots {
  const { atOnce, held, heldPerPerson, patienceMs } = { ...LIMITS, ...limits };
  const turns = createFairTurns({ atOnce, waiting: held, waitingPerPerson: held });
  /** In the order in which they came. */
  const files = new Set<Held>();
  const countOf = (personId: string) => [...files].filter((file) => file.personId === personId).length;

  function take(personId: string): Held {
    if (countOf(personId) >= heldPerPerson || (files.size >= held && !makeRoom()))
      throw tooMany('too many uploads are under way; try again later');
    const file = { personId, since: performance.now(), ending: new AbortController(), isArriving: true };
    files.add(file);
    return file;
  }

  /** Gives up the slowest file of whoever has the most that arrive slowly. */
  function makeRoom(): boolean {
    const before = performance.now() - patienceMs;
    const slow = [...files].filter((file) => file.isArriving && file.since <= before);
    const most = Math.max(...slow.map((file) => countOf(file.personId)));
    const last = slow.find((file) => countOf(file.personId) === most);
    if (!last) return false;
    files.delete(last);
    last.ending.abort(tooMany('the file arrives too slowly, and others need its place; try again later'));
    return true;
  }

  return {
    async run(personId, read, work) {
      const place = take(personId);
      try {
        const file = await read(place.ending.signal);
        place.ending.signal.throwIfAborted();
        place.isArriving = false;
        const leave = await turns.take(personId);
        return await work(file).finally(() => leave?.());
      } finally {
        files.delete(place);
      }
    },
  };
}

function tooMany(message: string): AppError {
  return new AppError('OVERLOADED', message, { retryAfter: 5 });
}
