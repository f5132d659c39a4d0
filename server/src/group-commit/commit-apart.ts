import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';

/** Deadlock and serialization failure: the same transaction can succeed when run again. */
const CONFLICTS = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 6;

/**
 * Commits items together, and where one of them is refused by the database (data exceptions, class 22, and program
 * limits, class 54) in ever smaller halves, until it stands alone: no item fails for its neighbour's sake.
 *
 * @param commit one transaction over the items, with a result for each in their order.
 * @param refused the result of an item that stands alone and is still refused.
 * @throws whatever else the database says, after conflicts were tried again.
 */
export async function commitApart<T, R>(
  items: readonly T[],
  commit: (items: readonly T[]) => Promise<R[]>,
  refused: (item: T, error: DatabaseError) => R,
): Promise<R[]> {
  try {
    return await retryConflicts(() => commit(items));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [only, ...others] = items;
    if (only !== undefined && others.length === 0) return [refused(only, error)];
    const half = items.length >> 1;
    const first = await commitApart(items.slice(0, half), commit, refused);
    return [...first, ...(await commitApart(items.slice(half), commit, refused))];
  }
}

async function retryConflicts<R>(run: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const conflict = error instanceof DatabaseError && CONFLICTS.has(error.code ?? '');
      if (!conflict || attempt === MAX_ATTEMPTS) throw error;
      // Two that met once must not meet again at the same moment.
      await pause(Math.random() * 5 * attempt);
    }
  }
}

function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^(22|54)/.test(error.code ?? '');
}
