import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';

/** Deadlock and serialization failure: the same transaction can succeed when run again. */
const CONFLICTS = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 6;

/** Runs a transaction, and again if it conflicted with another. @throws any other database error */
export async function retryConflicts<R>(run: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const conflict = error instanceof DatabaseError && CONFLICTS.has(error.code ?? '');
      if (!conflict || attempt === MAX_ATTEMPTS) throw error;
      // Two transactions that conflicted must not meet again at the same moment.
      await pause(Math.random() * 5 * attempt);
    }
  }
}
