import { DatabaseError } from 'pg';
import { retryConflicts } from './retry-conflicts.ts';

/**
 * Commits items together. If the database refuses one of them (data exceptions, class 22, and program limits, class
 * 54), commits ever smaller halves until that item is alone: no item fails because of another.
 *
 * @param commit one transaction over the items, with a result for each, in order.
 * @param refused the result of a single item that is still refused.
 * @throws any other database error, after conflicts were retried.
 */
export async function commitBisecting<T, R>(
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
    const first = await commitBisecting(items.slice(0, half), commit, refused);
    return [...first, ...(await commitBisecting(items.slice(half), commit, refused))];
  }
}

function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^(22|54)/.test(error.code ?? '');
}
