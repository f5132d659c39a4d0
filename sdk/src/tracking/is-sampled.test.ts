import { getRandomValues } from 'node:crypto';
import { expect, test } from 'vitest';
import { uuidV4 } from '../ids/uuid.ts';
import { isAlwaysKept, isSampled } from './is-sampled.ts';

const ids = Array.from({ length: 4000 }, () => uuidV4((count) => getRandomValues(new Uint8Array(count))));

test.each([
  [0, 0, 0],
  [0.25, 0.2, 0.3],
  [1, 1, 1],
])('at a rate of %s, that share of installations is sampled', (rate, low, high) => {
  const share = ids.filter((id) => isSampled(id, rate)).length / ids.length;
  expect(share).toBeGreaterThanOrEqual(low);
  expect(share).toBeLessThanOrEqual(high);
});

test('an installation that is sampled stays sampled when the rate rises', () => {
  const left = ids.filter((id) => isSampled(id, 0.3) && !isSampled(id, 0.31));
  expect(left).toEqual([]);
});

test.each([
  [{ event_type: 'install' }, true],
  [{ event_type: 'purchase' }, true],
  [{ event_type: 'custom', custom_event_name: 'identify' }, true],
  [{ event_type: 'custom', custom_event_name: 'consent' }, true],
  [{ event_type: 'custom', custom_event_name: 'level_up' }, false],
  [{ event_type: 'open' }, false],
] as const)('%j is kept whatever the rate: %s', (facts, kept) => {
  expect(isAlwaysKept(facts)).toBe(kept);
});
