import { defineRule } from '../fraud-rule.ts';

/**
 * Many devices of one model install from one masked network within hours, all of them led there by clicks: a rack of
 * phones that is paid by the install. A company that sets up its new phones has no clicks to show.
 */
export const deviceFarm = defineRule({
  name: 'device_farm',
  version: 1,
  score: 70,
  means:
    'Many devices of one model install from one masked network within hours, all of them led there by clicks.',
  cannotSee:
    'Farms that change their networks or their models. People who share a network and a common model look the same.',
  runsAt: 'both',
  thresholds: {
    min_devices: { default: 4, min: 2, max: 200, whole: true },
    /** Hours before and after the install that are looked at. */
    within_hours: { default: 24, min: 1, max: 720 },
  },
  findSignals({ click, alikeInstalls, deviceModel }, { min_devices }) {
    if (click === null || deviceModel === null || alikeInstalls < min_devices) return null;
    return { devices: alikeInstalls, device_model: deviceModel };
  },
});
