import type { Logger } from '../platform/logger.ts';
import type { Clock, Timers } from '../platform/platform.ts';

/** A storage that has not answered by then counts as failed. */
export const STORAGE_DEADLINE_MS = 5000;
const MAX_PAUSE_MS = 60_000;

/** What an operation fails with that has not ended in time. */
export const NO_ANSWER = new Error('no answer');

/** Runs an operation on a part of the storage; rejects if it fails or does not end in time. */
export type UseStorage<Part> = <Result>(act: (part: Part) => Promise<Result>) => Promise<Result>;

/** A part of the storage that may fail or hang; its operations never reject, but then give undefined. */
export interface GuardedStorage<Part> {
  /** Not tried for a growing pause after a failure. */
  write: <Result>(act: (part: Part) => Promise<Result>) => Promise<Result | undefined>;
  /** Tried during that pause too, unless the storage hangs: one that cannot be written to may still be read. */
  read: <Result>(act: (part: Part) => Promise<Result>) => Promise<Result | undefined>;
  /** What the last operation failed with; undefined once one could be written again. */
  error(): string | undefined;
}

export interface GuardParts {
  clock: Pick<Clock, 'monotonic'>;
  timers: Timers;
  log: Logger;
  /** Whether the storage may be used at all; while it may not, operations give undefined. */
  mayStore(): boolean;
}

/** Logs the first failure, and later that the storage works again. */
export function guardStorage<Part>(
  { clock, log, mayStore }: GuardParts,
  what: string,
  use: UseStorage<Part>,
): GuardedStorage<Part> {
  let failures = 0;
  let failure: unknown;
  let retryAt = 0;

  const attempt =
    (isWrite: boolean): GuardedStorage<Part>['write'] =>
    async (act) => {
      const isPausing = failures > 0 && clock.monotonic() < retryAt;
      if (!mayStore() || (isPausing && (isWrite || failure === NO_ANSWER))) return undefined;
      try {
        const result = await use(act);
        if (isWrite && failures > 0) {
          failures = 0;
          log.error(`${what} can be stored again`);
        }
        return result;
      } catch (error) {
        if (failures === 0) log.error(`${what} stay in memory: ${error}`);
        failure = error;
        retryAt = clock.monotonic() + Math.min(1000 * 2 ** failures++, MAX_PAUSE_MS);
        return undefined;
      }
    };

  return {
    write: attempt(true),
    read: attempt(false),
    error: () => (failures > 0 ? String(failure) : undefined),
  };
}

/** Limits how long an operation of the storage may take. */
export function withDeadline<Result>(timers: Timers, run: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(STORAGE_DEADLINE_MS, () => reject(NO_ANSWER), { background: true });
    // Run in a promise's callback, so that what it throws is a rejection too.
    Promise.resolve().then(run).then(resolve, reject).then(cancel);
  });
}
