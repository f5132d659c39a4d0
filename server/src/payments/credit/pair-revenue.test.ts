import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAIR_WITHIN_MS, pairRevenue, type TimedRevenue } from './pair-revenue.ts';

const at = (minutes: readonly number[], kind: string): TimedRevenue[] =>
  minutes.map((minute, n) => ({ id: `${kind}${n}`, at: minute * 60_000 }));
const paired = (payments: readonly number[], purchases: readonly number[]) =>
  [...pairRevenue(at(payments, 'p'), at(purchases, 'q'))].sort();

describe('payments of the same order as a purchase', () => {
  test.each([
    ['none without purchases', [0], [], []],
    ['none without payments', [], [0], []],
    ['one at the same time', [0], [0], ['p0']],
    ['one 60 minutes later', [60], [0], ['p0']],
    ['one 60 minutes earlier', [0], [60], ['p0']],
    ['none 61 minutes later', [61], [0], []],
    ['one of two for one purchase', [10, 20], [0], ['p0']],
    ['one for two purchases', [10], [0, 5], ['p0']],
    ['both, though the first purchase fits both', [0, 60], [0, 100], ['p0', 'p1']],
    ['as many as can be', [0, 50, 110], [60, 60, 170], ['p0', 'p1', 'p2']],
  ])('%s', (_what, payments, purchases, ids) => {
    expect(paired(payments, purchases)).toEqual(ids);
  });

  const times = fc.array(
    fc.integer({ min: 0, max: 20 }).map((n) => n * 15),
    { maxLength: 7 },
  );

  test('are as many as any way of pairing finds, in whatever order they are given', () => {
    fc.assert(
      fc.property(times, times, fc.boolean(), (payments, purchases, reversed) => {
        const p = at(payments, 'p');
        const q = at(purchases, 'q');
        const found = pairRevenue(reversed ? p.toReversed() : p, reversed ? q.toReversed() : q);
        expect(found.size).toBe(mostPairs(p, q));
        expect(found).toEqual(pairRevenue(p, q));
      }),
      { numRuns: 2000, seed: 20261122 },
    );
  });
});

/** The size of the largest one-to-one pairing, by augmenting paths. */
function mostPairs(payments: readonly TimedRevenue[], purchases: readonly TimedRevenue[]): number {
  const takenBy = new Map<number, number>();
  const place = (payment: number, seen: Set<number>): boolean =>
    purchases.some((purchase, n) => {
      const apart = Math.abs(purchase.at - (payments[payment]?.at ?? 0));
      if (apart > PAIR_WITHIN_MS || seen.has(n)) return false;
      seen.add(n);
      const holder = takenBy.get(n);
      if (holder !== undefined && !place(holder, seen)) return false;
      takenBy.set(n, payment);
      return true;
    });
  return payments.filter((_, n) => place(n, new Set())).length;
}
