import { defineRule } from '../fraud-rule.ts';

/** One device installs over and over within days, as no one does for their own use. */
export const duplicateInstall = defineRule({
  name: 'duplicate_install',
  version: 1,
  score: 75,
  means: 'One device installs over and over within days.',
  cannotSee: 'A device that comes back with new ids each time: to the rule those are several devices.',
  runsAt: 'both',
  thresholds: {
    min_installs: { default: 4, min: 2, max: 200, whole: true },
    /** Hours before and after the install that are looked at. */
    within_hours: { default: 72, min: 1, max: 720 },
  },
  findSignals({ deviceInstalls }, { min_installs }) {
    return deviceInstalls >= min_installs ? { installs: deviceInstalls } : null;
  },
});
