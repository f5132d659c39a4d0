import type { CreateFeature } from '../client/feature.ts';
import { type Attribution, getAttribution } from '../installs/get-attribution.ts';
import { noteInstall } from '../installs/install-record.ts';
import { type DeferredDeepLinkListener, lookUpDeepLink } from './deferred-deep-link.ts';
import { parseDeepLink } from './parse-deep-link.ts';

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

/** Deep links: the one that opens the app, the one behind its install, and what that was attributed to. */
export const createLinks: CreateFeature<LinkMethods> = ({ engine, onceStarted }) => {
  let listener: DeferredDeepLinkListener | undefined;
  let looking = false;

  /** Calls the listener if an answer has become available. Never rejects. */
  async function lookUp(): Promise<void> {
    const on = engine();
    if (!on || !listener || looking) return;
    looking = true;
    await lookUpDeepLink(on, listener).catch(on.logFailure('the deferred deep link'));
    looking = false;
  }

  return {
    methods: {
      handleDeepLink(uri) {
        const { clickId, path } = parseDeepLink(String(uri));
        if (clickId) void onceStarted(({ track }) => track('re_engagement', { click_id: clickId }));
        return path;
      },
      setDeferredDeepLinkListener(given) {
        listener = given;
        void lookUp();
      },
      async getAttribution() {
        const on = engine();
        await on?.flush();
        return on ? getAttribution(on) : null;
      },
    },
    start: (on) => ({
      stored: (facts) => noteInstall(on, facts).catch(on.logFailure('noting the install')),
      // Not awaited: the service may need a while to answer, and the events have already been sent.
      answered: () => void lookUp(),
    }),
  };
};
