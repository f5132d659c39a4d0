import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';

/** Deadlock and serialization failure: the same transaction can succeed when run again. */
const CONFLICTS = new Set(['40P01', '40001']);

interface RetrySettings {
  /** Other failures after which the same transaction can succeed. */
  readonly alsoConflict?: (error: unknown) => boolean;
  /** The first one included. */
  readonly maxAttempts?: number;
}

/** Runs a transaction, and again if it conflicted with another. @throws any other failure, and the last conflict */
export async function retryConflicts<R>(
  run: () => Promise<R>,
  { alsoConflict = () => false, maxAttempts = 6 }: RetrySettings = {},
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(isConflict(error) || alsoConflict(error)) || attempt === maxAttempts) throw error;
      // Two transactions that conflicted must not meet again at the same moment.
      await pause(Math.random() * 5 * attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && CONFLICTS.has(error.code ?? '');
}
