import { describe, expect, test } from 'vitest';
import { readAbroad, readClockOff } from './read-mismatches.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  ['an hour fast', { client_timestamp: NOW + HOUR, received_at: NOW, age_ms: 0 }, HOUR],
  [
    'two days late, its clock right',
    { client_timestamp: NOW, received_at: NOW + 2 * DAY, age_ms: 2 * DAY },
    0,
  ],
  ['of unknown age', { client_timestamp: NOW + DAY, received_at: NOW, age_ms: null }, null],
])('an install %s', (_what, event, off) => {
  expect(readClockOff(event)).toBe(off);
});

describe('a click and an install of different countries', () => {
  const install = { country: 'KE', occurred_at: NOW, received_at: NOW, key_resolved_at: null };
  const click = (country: string | null, minutes: number) => ({
    clickedAt: NOW - minutes * MINUTE,
    clickCountry: country,
  });
  const FOUND = { click: 'DE', install: 'KE' };
  const late = { ...install, received_at: NOW + DAY };

  test.each([
    ['within an hour', install, click('DE', 59), FOUND],
    ['after longer', install, click('DE', 60), null],
    ['that are the same', install, click('KE', 2), null],
    ['of which the click’s is not known', install, click(null, 2), null],
    ['of which the install’s is not known', { ...install, country: null }, click('DE', 2), null],
    ['without a click', install, { clickedAt: null, clickCountry: null }, null],
    ['that arrives a day later', late, click('DE', 2), null],
    [
      'that arrives a day later, and proves where it was opened',
      { ...late, key_resolved_at: NOW },
      click('DE', 2),
      FOUND,
    ],
    ['whose key was resolved when it arrived', { ...late, key_resolved_at: NOW + DAY }, click('DE', 2), null],
  ])('%s', (_what, event, decision, found) => {
    expect(readAbroad(event, decision, {})).toEqual(found);
  });

  test('are compared as long after each other as the app sets, or not at all', () => {
    const within = (minutes: number) => ({ geo_or_clock_mismatch: { max_minutes_abroad: minutes } });
    expect(readAbroad(install, click('DE', 12), within(15))).toEqual(FOUND);
    expect(readAbroad(install, click('DE', 12), within(10))).toBe(null);
    expect(readAbroad(install, click('DE', 0), within(0))).toBe(null);
  });
});
