import { DatabaseError } from 'pg';
import { retryConflicts } from './retry-conflicts.ts';

/**
 * Commits items together, and where one of them is refused by the database (data exceptions, class 22, and program
 * limits, class 54) in ever smaller halves, until it stands alone: no item fails for its neighbour's sake.
 *
 * @param commit one transaction over the items, with a result for each in their order.
 * @param refused the result of an item that stands alone and is still refused.
 * @throws whatever else the database says, after conflicts were tried again.
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
