import { expect, test } from 'vitest';
import type { EventFacts } from '../tracking/pending-event.ts';
import { eventAge } from './event-age.ts';

const HOUR = 3_600_000;
const facts = { timestamp: 1_000_000 } as EventFacts;

test.each<[string, string, number, number, boolean, boolean, number | undefined]>([
  // name, epoch, monotonic now, wall now, counts sleep, wall clock is wrong -> age
  ['is by the monotonic clock', 'e1', 5_500, 1_005_400, false, false, 5_400],
  ['is not moved by a wall clock set back', 'e1', 5_500, 1_000, false, false, 5_400],
  [
    'is not moved by a wall clock set forward when sleep is counted',
    'e1',
    5_500,
    1_000_000 + HOUR,
    true,
    false,
    5_400,
  ],
  [
    'is unknown when the machine slept and its clock stood',
    'e1',
    5_500,
    1_000_000 + HOUR,
    false,
    false,
    undefined,
  ],
  ['is unknown in another epoch', 'e2', 5_500, 1_005_400, true, false, undefined],
  ['is by the wall clock in another epoch when sent_at is not', 'e2', 5_500, 1_005_400, true, true, 5_400],
  ['is by the monotonic clock also when the wall clock is wrong', 'e1', 5_500, 1_009_000, true, true, 5_400],
  ['is never negative', 'e2', 0, 999_000, true, true, undefined],
])('the age of an event %s', (_name, epoch, monotonic, now, countsSleep, wrong, age) => {
  const clock = { now: () => now, monotonic: () => monotonic, epoch, countsSleep };
  expect(eventAge({ facts, monotonic: 100, epoch: 'e1' }, clock, wrong)).toBe(age);
});
