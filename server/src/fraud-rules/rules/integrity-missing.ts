import { defineRule } from '../fraud-rule.ts';

/**
 * The app sends integrity tokens, and this device has sent none even a day later. Only a review can know: a token that
 * was not ready for the first event comes with one of the next.
 */
export const integrityMissing = defineRule({
  name: 'integrity_missing',
  version: 1,
  score: 60,
  means: 'The app expects integrity tokens, and the device had sent none after a day.',
  cannotSee: 'Whether the device cannot make tokens, as phones without the store’s services, or will not.',
  runsAt: 'review',
  thresholds: {},
  findSignals({ tokenMissing, tokenSeen }) {
    return tokenMissing && tokenSeen === false ? { tokens: 0 } : null;
  },
});
