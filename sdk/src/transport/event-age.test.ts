import { expect, test } from 'vitest';
import type { EventFacts } from '../events/pending-event.ts';
import { eventAge } from './event-age.ts';

const HOUR = 3_600_000;
const facts = { timestamp: 1_000_000 } as EventFacts;

test.each<[string, string, number, number, boolean, boolean, number | undefined]>([
  // name, epoch, monotonic now, wall now, counts sleep, wall clock is wrong -> age
  ['is measured by the monotonic clock', 'e1', 5_500, 1_005_400, false, false, 5_400],
  ['is not affected by a wall clock set back', 'e1', 5_500, 1_000, false, false, 5_400],
  [
    'is not affected by a wall clock set forward if the monotonic clock counts sleep',
    'e1',
    5_500,
    1_000_000 + HOUR,
    true,
    false,
    5_400,
  ],
  [
    'is unknown if the machine slept and its monotonic clock stood still',
    'e1',
    5_500,
    1_000_000 + HOUR,
    false,
    false,
    undefined,
  ],
  ['is unknown in another epoch', 'e2', 5_500, 1_005_400, true, false, undefined],
  [
    'is measured by the wall clock in another epoch if sent_at is not',
    'e2',
    5_500,
    1_005_400,
    true,
    true,
    5_400,
  ],
  [
    'is measured by the monotonic clock even if the wall clock is wrong',
    'e1',
    5_500,
    1_009_000,
    true,
    true,
    5_400,
  ],
  ['is never negative', 'e2', 0, 999_000, true, true, undefined],
])('the age of an event %s', (_name, epoch, monotonic, now, countsSleep, wrong, age) => {
  const clock = { now: () => now, monotonic: () => monotonic, epoch, countsSleep };
  expect(eventAge({ facts, monotonic: 100, epoch: 'e1' }, clock, wrong)).toBe(age);
});
