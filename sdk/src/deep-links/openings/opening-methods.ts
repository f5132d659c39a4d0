import type { DeepLinkListener, Opening } from './opening.ts';

/** What a client of a phone tells about the links that open the app. */
export interface OpeningMethods {
  /**
   * Calls the listener exactly once for each opening: the start, and each URL that the system or `handleDeepLink` tells
   * of. What comes before a listener is set, before `init` or before tracking is allowed waits for it. A later listener
   * takes the place of the one before.
   */
  setDeepLinkListener(listener: DeepLinkListener): void;
  /**
   * What the app was started by, for those who rather wait for it; a listener is told as well.
   *
   * @param options.timeoutMs after which it resolves with the error `timeout`; by default 5,000
   */
  getInitialLink(options?: { timeoutMs?: number }): Promise<Opening>;
}
