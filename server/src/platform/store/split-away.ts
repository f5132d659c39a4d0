import type { AccountNodes } from './account-nodes.ts';

/** Who knows which accounts are out of reach. */
export type KnowsAway = Pick<AccountNodes, 'accountsAway'>;

/** How long work of a node that is away waits before it is tried again, in ms. */
export const NODE_BACK_MS = 10_000;

interface Split<T> {
  readonly away: readonly T[];
  readonly here: readonly T[];
  /** The accounts that are away. */
  readonly accounts: ReadonlySet<string>;
}

/**
 * Tells what has failed because its node of Citus is away from what failed beside it. On one server nothing is away.
 *
 * @param accountsOf the accounts of an item: if one of them is away, so is the item.
 */
export async function splitAway<T>(
  nodes: KnowsAway | undefined,
  items: readonly T[],
  accountsOf: (item: T) => readonly string[],
): Promise<Split<T>> {
  const accounts = await nodes?.accountsAway(items.flatMap(accountsOf));
  if (!accounts?.size) return { away: [], here: items, accounts: new Set() };
  const isAway = (item: T) => accountsOf(item).some((account) => accounts.has(account));
  return { away: items.filter(isAway), here: items.filter((item) => !isAway(item)), accounts };
}
