import { expect, test } from 'vitest';
import { startStopwatch } from './stopwatch.ts';

test.each([
  ['both clocks agree', false, { monotonic: 5000, wall: 5000 }, 5000],
  ['the device slept', false, { monotonic: 1000, wall: 60_000 }, 60_000],
  ['the wall clock was set back', false, { monotonic: 5000, wall: -9000 }, 5000],
  [
    'the wall clock was set forward, and the other counts sleep',
    true,
    { monotonic: 5000, wall: 90_000 },
    5000,
  ],
])('when %s, a stopwatch (sleep counts: %s) after %o shows %i ms', (_name, countsSleep, passed, expected) => {
  const at = { monotonic: 100, wall: 1_767_225_600_000 };
  const clock = { now: () => at.wall, monotonic: () => at.monotonic, epoch: 'e', countsSleep };
  const elapsedMs = startStopwatch(clock);
  expect(elapsedMs()).toBe(0);
  at.monotonic += passed.monotonic;
  at.wall += passed.wall;
  expect(elapsedMs()).toBe(expected);
});
