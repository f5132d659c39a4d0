import { defineRule } from './fraud-rule.ts';

/** One device installs over and over within days, as nobody does for their own use. */
export const duplicateInstall = defineRule({
  name: 'duplicate_install',
  version: 1,
  score: 75,
  judge({ deviceInstalls }, { min_installs }) {
    return deviceInstalls >= min_installs ? { installs: deviceInstalls } : null;
  },
});
