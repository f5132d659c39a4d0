import { defineRule } from '../fraud-rule.ts';

/** The device's integrity token is not genuine, or the store vouches for nothing about the device. */
export const integrityFailed = defineRule({
  name: 'integrity_failed',
  version: 1,
  score: 80,
  means: 'The integrity token is not genuine, or vouches for nothing about the device.',
  cannotSee:
    'Installs without a token, apps without a verification key, and genuine phones in the hands of fraudsters.',
  runsAt: 'decision',
  thresholds: {},
  findSignals({ integrity }) {
    return integrity.token === 'failed' ? { because: integrity.because } : null;
  },
});
