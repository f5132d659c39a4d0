import type { TributaryClient } from '../client/tributary-client.ts';
import type { DeferredDeepLink } from '../deep-links/deferred-deep-link.ts';

/** The deferred deep link of a client, for any number of components. */
export interface LinkStore {
  /** Calls `onChange` when the link is found; the first call looks for it. Returns a function that stops it. */
  subscribe(onChange: () => void): () => void;
  /** null until it is found. */
  read(): DeferredDeepLink | null;
}

/** The client has one listener, which is set only if a component wants the link: it is given once. */
export function createLinkStore(
  client: Pick<TributaryClient<never>, 'setDeferredDeepLinkListener'>,
): LinkStore {
  const listeners = new Set<() => void>();
  let isLooking = false;
  let found: DeferredDeepLink | null = null;
  return {
    subscribe(onChange) {
      listeners.add(onChange);
      if (!isLooking)
        client.setDeferredDeepLinkListener((link) => {
          found = link;
          for (const listener of [...listeners]) listener();
        });
      isLooking = true;
      return () => listeners.delete(onChange);
    },
    read: () => found,
  };
}
