import type { Logger } from '../platform/logger.ts';
import type { Clock, Timers } from '../platform/platform.ts';

/** A storage that has not answered by then counts as failed. */
export const STORAGE_DEADLINE_MS = 5000;
const MAX_PAUSE_MS = 60_000;

/** What an operation fails with that has not ended in time. */
export const NO_ANSWER = new Error('no answer');

/**
 * Runs an operation on a part of the storage; rejects if it fails or does not end in time.
 *
 * @param hasFailed whether the storage does not work since an earlier operation
 */
export type UseStorage<Part> = <Result>(
  act: (part: Part) => Promise<Result>,
  hasFailed: () => boolean,
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

  const attempt =
    (isWrite: boolean): TryStorage<Part> =>
    async (act) => {
      const isPausing = failures && clock.monotonic() < retryAt;
      if (!mayStore() || (isPausing && (isWrite || failure === NO_ANSWER))) return undefined;
      const before = failures;
      try {
        const result = await use(act, () => !!failures);
        if (isWrite && failures) {
          failures = 0;
          log.error(`${what} work again`);
        }
        return result;
      } catch (error) {
        if (failures === 0) log.error(`${what} stay in memory: ${error}`);
        failure = error;
        // Those that fail together are one failure, however many they are.
        failures = before + 1;
        retryAt = clock.monotonic() + Math.min(1000 * 2 ** before, MAX_PAUSE_MS);
        return undefined;
      }
    };

  return {
    write: attempt(true),
    insist: attempt(false),
    error: () => (failures ? `${failure}` : undefined),
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
