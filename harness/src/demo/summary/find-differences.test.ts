import { describe, expect, test } from 'vitest';
import { startTally } from '../play/tally.ts';
import { findDifferences } from './find-differences.ts';
import type { Summary } from './read-summary.ts';

const tally = {
  ...startTally().tally,
  installs: 12,
  payments: 3,
  grossCents: 6030,
  refundedCents: 1010,
  spentCents: 2999,
};
const network = { accepted: new Set(['a', 'b']), refused: new Set(['c']) };
const money = { gross: 60.3, refunded: 10.1, net: 50.2, count: 3, attributed: 50.2 };
const campaign = { name: 'A', channel: null, attributed_installs: 1, revenue: {}, roas: null };
const summary: Summary = {
  installs: 12,
  averageConfidence: 90,
  installsByChannel: { organic: 10, email: 2 },
  revenue: { USD: money },
  matchedPct: 100,
  campaigns: [
    { ...campaign, spend: { USD: 10 } },
    { ...campaign, spend: { USD: 19.99 } },
  ],
  flagsByRule: {},
  postbacksByStatus: { sent: 2, failed: 1, pending: 4 },
};

describe('the comparison of the reports with what was played', () => {
  test('finds nothing if they agree to the cent', () => {
    expect(findDifferences(summary, tally, network)).toEqual([]);
  });

  test.each<[string, Partial<Summary>]>([
    ['installs: 11 reported, 12 played', { installs: 11 }],
    ['installs by channel: 13 reported, 12 played', { installsByChannel: { organic: 13 } }],
    ['payments: 4 reported, 3 played', { revenue: { USD: { ...money, count: 4 } } }],
    ['gross revenue in cents: 6031 reported, 6030 played', { revenue: { USD: { ...money, gross: 60.31 } } }],
    ['refunds in cents: 1000 reported, 1010 played', { revenue: { USD: { ...money, refunded: 10 } } }],
    ['net revenue in cents: 5019 reported, 5020 played', { revenue: { USD: { ...money, net: 50.19 } } }],
    ['ad spend in cents: 0 reported, 2999 played', { campaigns: [] }],
    ['postbacks sent: 3 reported, 2 played', { postbacksByStatus: { sent: 3, failed: 1 } }],
    ['postbacks failed: 0 reported, 1 played', { postbacksByStatus: { sent: 2 } }],
  ])('finds %s', (difference, changed) => {
    expect(findDifferences({ ...summary, ...changed }, tally, network)).toEqual([difference]);
  });

  test('counts a currency that is missing as nothing', () => {
    expect(findDifferences({ ...summary, revenue: {} }, tally, network)).toHaveLength(4);
  });
});
