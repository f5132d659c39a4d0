import type { Attribution } from '../installs/get-attribution.ts';
import type { DeferredDeepLinkListener } from './deferred-deep-link.ts';

/** What a client can tell about the link that led to its install, or that opened the app. */
export interface LinkMethods {
  /**
   * Records a re-engagement if the URL has a `service_click_id`, and returns its `service_path`, the in-app path, or
   * null.
   */
  handleDeepLink(uri: string): string | null;
  /** Calls the listener at most once per installation, with the link that led to the install. */
  setDeferredDeepLinkListener(listener: DeferredDeepLinkListener): void;
  /**
   * What the install was attributed to; null while that is not decided or cannot be known, for example without a network.
   * Sends what is queued first, and asks again for up to 15 s while it is undecided.
   */
  getAttribution(): Promise<Attribution | null>;
}
