import { defineRule } from '../fraud-rule.ts';

/** One click is named by one device after the other: a click that led to one install is sold for many. */
export const clickReused = defineRule({
  name: 'click_reused',
  version: 1,
  score: 75,
  means: 'Several devices named one click as their own within a week, this one not among the first of them.',
  cannotSee:
    'The first devices that name a click. People who pass on a store’s link with its referrer look the same.',
  runsAt: 'decision',
  thresholds: {
    /** Devices that named it within seven days, this one included. */
    min_devices: { default: 4, min: 2, max: 200, whole: true },
  },
  findSignals({ click }, { min_devices }) {
    return click !== null && click.namedByDevices >= min_devices ? { devices: click.namedByDevices } : null;
  },
});
