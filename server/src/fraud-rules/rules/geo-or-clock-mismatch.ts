import { defineRule } from '../fraud-rule.ts';

const HOUR_MS = 3_600_000;

/**
 * The device dates the install hours or days away from when it happened. Phones take their time from the network; a
 * clock that is years behind means an empty battery, not a forger. Countries are not compared: a
 * phone abroad has that of its carrier, so the rule rests on clocks alone.
 */
export const geoOrClockMismatch = defineRule({
  name: 'geo_or_clock_mismatch',
  version: 1,
  score: 60,
  means: 'The device dates the install hours or days away from when it happened.',
  cannotSee: 'Where the device is: only clocks are compared. Events without an age are not judged.',
  runsAt: 'decision',
  thresholds: {
    min_off_hours: { default: 6, min: 1, max: 720 },
    max_off_days: { default: 400, min: 1, max: 3650 },
  },
  findSignals({ clientTimestamp, ageMs, receivedAt }, { min_off_hours, max_off_days }) {
    // Without an age only the device's own clock says when it happened.
    if (ageMs === null) return null;
    const off = clientTimestamp - (receivedAt - ageMs);
    const hours = Math.abs(off) / HOUR_MS;
    return hours >= min_off_hours && hours <= max_off_days * 24 ? { clock_off_ms: off } : null;
  },
});
