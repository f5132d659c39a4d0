/** Revenue of one device, in one currency and of one amount. */
export interface TimedRevenue {
  readonly id: string;
  /** When it happened, in Unix ms. */
  readonly at: number;
}

/** How far apart a purchase and its payment may have happened, in ms. */
export const PAIR_WITHIN_MS = 60 * 60_000;

/**
 * The payments that are likely the same order as one of the purchases: as many as can be paired one to one within the
 * time. Of what is sorted by time, taking the first that fits leaves the most for those that follow.
 *
 * @returns the ids of payments.
 */
export function pairRevenue(
  payments: readonly TimedRevenue[],
  purchases: readonly TimedRevenue[],
): ReadonlySet<string> {
  const paired = new Set<string>();
  const left = purchases.toSorted(byTime);
  for (const payment of payments.toSorted(byTime)) {
    while (left[0] && left[0].at < payment.at - PAIR_WITHIN_MS) left.shift();
    if (!left[0] || left[0].at > payment.at + PAIR_WITHIN_MS) continue;
    left.shift();
    paired.add(payment.id);
  }
  return paired;
}

function byTime(a: TimedRevenue, b: TimedRevenue): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}
