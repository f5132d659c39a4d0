import { defineRule } from './fraud-rule.ts';

/** One device installs over and over within days, as nobody does for their own use. */
export const duplicateInstall = defineRule({
  name: 'duplicate_install',
  version: 1,
  score: 75,
  defaults: {
    min_installs: 4,
    /** Hours before and after the install that are looked at. */
    within_hours: 72,
  },
  judge({ deviceInstalls }, { min_installs }) {
    return deviceInstalls >= min_installs ? { installs: deviceInstalls } : null;
  },
});
