import { DatabaseError } from 'pg';
import { bisectFailures } from './bisect-failures.ts';
import { retryConflicts } from './retry-conflicts.ts';

/**
 * Commits items together. If the database refuses one of them (data exceptions, class 22, and program limits, class
 * 54), bisects them until that item is alone: no item fails because of another.
 *
 * @param commit one transaction over the items, with a result for each, in order.
 * @param refused the result of a single item that is still refused.
 * @throws any other database error, after conflicts were retried.
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
