import { defineRule } from '../fraud-rule.ts';

/** The device's integrity token is not genuine, or the store vouches for nothing about the device. */
export const integrityFailed = defineRule({
  name: 'integrity_failed',
  version: 1,
  score: 80,
  runsAt: 'decision',
  thresholds: {},
  findSignals({ integrity }) {
    return integrity.token === 'failed' ? { because: integrity.because } : null;
  },
});
