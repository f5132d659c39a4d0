import { DatabaseError } from 'pg';
import { bisectFailures } from './bisect-failures.ts';
import { retryConflicts } from './retry-conflicts.ts';

/**
 * Commits items together, and those that the database refuses (data exceptions, class 22, and program limits, class 54)
 * apart from the others.
 *
 * @param commit one transaction over the items, with a result for each in their order.
 * @param refused the result of an item that stands alone and is still refused.
 * @throws whatever else the database says, after conflicts were tried again.
 */
export function commitBisecting<T, R>(
  items: readonly T[],
  commit: (items: readonly T[]) => Promise<R[]>,
  refused: (item: T, error: Error) => R,
): Promise<R[]> {
  return bisectFailures(items, {
    run: (portion) => retryConflicts(() => commit(portion)),
    blamesItem: isRefusal,
    giveUp: (item, error) => refused(item, error as Error),
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|54)/.test(error.code ?? '');
}
