import type { Logger } from '../platform/logger.ts';
import type { Clock, Timers } from '../platform/platform.ts';

/** A storage that has not answered by then counts as failed. */
export const STORAGE_DEADLINE_MS = 5000;
const MAX_PAUSE_MS = 60_000;

/** What an operation fails with that has not ended in time. */
export const NO_ANSWER = new Error('no answer');

/** What is known of a storage that may have failed. */
export interface FailedStorage {
  /** Whether the storage does not work since an earlier operation. */
  hasFailed(): boolean;
  /** How long to wait for it, in ms: whoever has hung is not waited for as long again, until it has been tried often. */
  deadlineMs(): number;
}

/** Runs an operation on a part of the storage; rejects if it fails or does not end in time. */
export type UseStorage<Part> = <Result>(
  act: (part: Part) => Promise<Result>,
  storage: FailedStorage,
) => Promise<Result>;

/** Runs an operation on a part of the storage, and never rejects: it gives undefined if that fails or is not tried. */
type TryStorage<Part> = <Result>(act: (part: Part) => Promise<Result>) => Promise<Result | undefined>;

/** A part of the storage that may fail or hang. */
export interface GuardedStorage<Part> {
  /** For what needs room: not tried for a growing pause after a failure; a success says that the storage works. */
  write: TryStorage<Part>;
  /** For all else: tried during that pause too, unless the storage hangs. What is full can be read and emptied. */
  insist: TryStorage<Part>;
  /** What the last operation failed with; undefined while the storage works. */
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

  const state: FailedStorage = {
    hasFailed: () => failures > 0,
    deadlineMs: () => Math.min(STORAGE_DEADLINE_MS, 1000 * failures || STORAGE_DEADLINE_MS),
  };
  const attempt =
    (isWrite: boolean): TryStorage<Part> =>
    async (act) => {
      const isPausing = failures > 0 && clock.monotonic() < retryAt;
      if (!mayStore() || (isPausing && (isWrite || failure === NO_ANSWER))) return undefined;
      const before = failures;
      try {
        const result = await use(act, state);
        if (isWrite && failures > 0) {
          failures = 0;
          log.error(`${what} work again`);
        }
        return result;
      } catch (error) {
        if (failures === 0) log.error(`${what} stay in memory: ${error}`);
        failure = error;
        // Those that fail together are one failure, however many they are.
        failures = Math.max(failures, before + 1);
        retryAt = clock.monotonic() + Math.min(500 * 2 ** failures, MAX_PAUSE_MS);
        return undefined;
      }
    };

  return {
    write: attempt(true),
    insist: attempt(false),
    error: () => (failures > 0 ? String(failure) : undefined),
  };
}

/** Limits how long an operation of the storage may take. */
export function withDeadline<Result>(
  timers: Timers,
  run: () => Promise<Result>,
  ms = STORAGE_DEADLINE_MS,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => reject(NO_ANSWER), { background: true });
    // Run in a promise's callback, so that what it throws is a rejection too.
    Promise.resolve().then(run).then(resolve, reject).then(cancel);
  });
}
