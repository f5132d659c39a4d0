import type { Logger } from '../logger.ts';
import type { Clock, Timers } from '../platform/platform.ts';

/** A storage that has not answered by then counts as failed. */
export const STORAGE_DEADLINE_MS = 5000;
const MAX_PAUSE_MS = 60_000;

/** Says whether a storage works, and when one that does not is worth another try. */
export interface StorageHealth {
  /** Runs an operation; rejects if it fails or does not answer in time. */
  attempt<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Whether to write: not for a growing pause after a failure. */
  mayWrite(): boolean;
  /** Whether to read: a storage that cannot be written to may still be read, unless it hangs. */
  mayRead(): boolean;
  failed(error: unknown): void;
  worked(): void;
  /** What the last operation failed with; undefined while the storage works. */
  error(): string | undefined;
}

export interface StorageHealthParts {
  clock: Pick<Clock, 'monotonic'>;
  timers: Timers;
  log: Logger;
}

/** An operation that has not ended in time. */
export class StorageTimeout extends Error {
  override message = `no answer within ${STORAGE_DEADLINE_MS} ms`;
}

/** Logs the first failure, and later that the storage works again. */
export function createStorageHealth({ clock, timers, log }: StorageHealthParts, what: string): StorageHealth {
  let failure: string | undefined;
  let hangs = false;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  const mayWrite = () => clock.monotonic() >= retryAt;
  return {
    attempt: createAttempt(timers),
    mayWrite,
    mayRead: () => !hangs || mayWrite(),
    failed(error) {
      if (failure === undefined) log.error(`${what} cannot be stored and stay in memory: ${String(error)}`);
      failure = String(error);
      hangs = error instanceof StorageTimeout;
      retryAt = clock.monotonic() + Math.min(1000 * 2 ** failures++, MAX_PAUSE_MS);
    },
    worked() {
      if (failure !== undefined) log.error(`${what} can be stored again`);
      failure = undefined;
      hangs = false;
      failures = 0;
      retryAt = Number.NEGATIVE_INFINITY;
    },
    error: () => failure,
  };
}

/** Limits how long an operation of the storage may take. */
export function createAttempt(timers: Timers): StorageHealth['attempt'] {
  return (run) =>
    new Promise((resolve, reject) => {
      const late = () => reject(new StorageTimeout());
      const cancel = timers.after(STORAGE_DEADLINE_MS, late, { background: true });
      // Run in a promise's callback, so that what it throws is a rejection too.
      const done = Promise.resolve().then(run);
      done.then(resolve, reject).then(cancel);
    });
}
