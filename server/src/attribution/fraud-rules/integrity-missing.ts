import { defineRule } from './fraud-rule.ts';

/**
 * The app sends integrity tokens, and this device has sent none even a day later. Told by later facts alone: a token
 * that was not ready for the first event comes with one of the next.
 */
export const integrityMissing = defineRule({
  name: 'integrity_missing',
  version: 1,
  score: 60,
  judge({ integrity, tokenSeen }) {
    return integrity.token === 'missing' && tokenSeen === false ? { tokens: 0 } : null;
  },
});
