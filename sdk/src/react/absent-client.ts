import type { ProvidedClient } from './provided-client.ts';

const nothing = async () => {};

/** What components get without a provider: it records nothing. */
export const ABSENT_CLIENT: ProvidedClient = {
  isInitialised: () => false,
  trackEvent: nothing,
  screen: nothing,
  identify: nothing,
  setProperties: () => {},
  reset: nothing,
  flush: nothing,
  disableTracking: nothing,
  enableTracking: nothing,
  installationId: async () => undefined,
  setPushToken: nothing,
  setIntegrityToken: () => {},
  stats: async () => ({
    queued: 0,
    sent: 0,
    deduplicated: 0,
    rejected: {},
    dropped: {},
    droppedProperties: {},
    storage: { works: true, inMemory: 0 },
  }),
  deadLetters: async () => [],
  retryDeadLetters: async () => 0,
  close: nothing,
  handleDeepLink: () => null,
  setDeferredDeepLinkListener: () => {},
  getAttribution: async () => null,
  setConsent: nothing,
  forgetMe: nothing,
};
