/** How to find the items that make a run fail. */
export interface Bisection<T, R> {
  /** Runs over several items at once, all or none, with a result for each in their order. */
  readonly run: (items: readonly T[]) => Promise<R[]>;
  /** Whether a failure is the fault of one of the items; any other failure is thrown. */
  readonly blamesItem: (error: unknown) => boolean | Promise<boolean>;
  /** The result of an item that fails even alone. */
  readonly giveUp: (item: T, error: unknown) => R | Promise<R>;
}

/**
 * Runs over items together and, if one of them makes that fail, bisects them until that item is alone: no
 * item fails because of another.
 *
 * @returns a result for each item, in their order.
 */
export async function bisectFailures<T, R>(items: readonly T[], bisection: Bisection<T, R>): Promise<R[]> {
  try {
    return await bisection.run(items);
  } catch (error) {
    if (!(await bisection.blamesItem(error))) throw error;
    const [only, ...others] = items;
    if (only !== undefined && others.length === 0) return [await bisection.giveUp(only, error)];
    const half = items.length >> 1;
    const first = await bisectFailures(items.slice(0, half), bisection);
    return [...first, ...(await bisectFailures(items.slice(half), bisection))];
  }
}
