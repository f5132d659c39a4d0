import type { CreateFeature } from '../engine/additions.ts';
import type { Engine } from '../engine/engine.ts';
import type { Hooks } from '../engine/hooks.ts';
import { getAttribution } from '../installs/get-attribution.ts';
import { noteInstall } from '../installs/install-record.ts';
import { parseDeepLink } from '../parsing/parse-deep-link.ts';
import {
  type DeferredDeepLink,
  type DeferredDeepLinkListener,
  lookUpDeepLink,
} from './deferred-deep-link.ts';
import type { LinkMethods } from './link-methods.ts';

/** Deep links: the one that opens the app, the one behind its install, and what that was attributed to. */
export const createLinks = ({ engine, onceStarted }: Parameters<CreateFeature>[0]) => {
  let listener: DeferredDeepLinkListener | undefined;
  let looking: Promise<DeferredDeepLink | null | undefined> | undefined;

  /** Calls the listener if an answer has become available, which it resolves with. Never rejects. */
  async function lookUp(isWanted: unknown = listener) {
    const on = engine();
    if (!on || !isWanted) return undefined;
    // Not before it is known whether the user has objected.
    looking ??= on.opened
      .then(() => lookUpDeepLink(on))
      .then((link) => {
        if (link) listener?.(link);
        return link;
      })
      .catch(on.logFailure as () => undefined)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    lookUp,
    methods: {
      handleDeepLink(uri: string) {
        const { clickId, path } = parseDeepLink(String(uri));
        if (clickId) void onceStarted(({ track }) => track('re_engagement', { click_id: clickId }));
        return path;
      },
      setDeferredDeepLinkListener(given: DeferredDeepLinkListener) {
        listener = given;
        void lookUp();
      },
      async getAttribution() {
        const on = engine();
        await on?.flush();
        return on ? getAttribution(on) : null;
      },
    } satisfies LinkMethods,
    start: (on: Engine): Hooks => ({
      stored: (facts) => noteInstall(on, facts).catch(on.logFailure),
      // Not awaited: the service may need a while to answer, and the events have already been sent.
      answered: () => void lookUp(),
    }),
  };
};
