import type { CreateFeature } from '../engine/additions.ts';
import { getAttribution } from '../installs/get-attribution.ts';
import { noteInstall } from '../installs/install-record.ts';
import { parseDeepLink } from '../parsing/parse-deep-link.ts';
import { type DeferredDeepLinkListener, lookUpDeepLink } from './deferred-deep-link.ts';
import type { LinkMethods } from './link-methods.ts';

/** Deep links: the one that opens the app, the one behind its install, and what that was attributed to. */
export const createLinks: CreateFeature<LinkMethods> = ({ engine, onceStarted }) => {
  let listener: DeferredDeepLinkListener | undefined;
  let looking = false;

  /** Calls the listener if an answer has become available. Never rejects. */
  async function lookUp(): Promise<void> {
    const on = engine();
    if (!on || !listener || looking) return;
    looking = true;
    // Not before it is known whether the user has objected.
    await on.opened
      .then(() => lookUpDeepLink(on, (link) => listener?.(link)))
      .catch(on.logFailure('a feature'));
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
      stored: (facts) => noteInstall(on, facts).catch(on.logFailure('a feature')),
      // Not awaited: the service may need a while to answer, and the events have already been sent.
      answered: () => void lookUp(),
    }),
  };
};
