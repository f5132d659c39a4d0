import type { CreateFeature } from '../../engine/additions.ts';
import type { Engine } from '../../engine/engine.ts';
import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import type { LinkSource } from '../../platform/platform.ts';
import { createSerialRunner } from '../../scheduling/run-serially.ts';
import { createLinks } from '../create-links.ts';
import type { DeferredDeepLink } from '../deferred-deep-link.ts';
import type { LinkMethods } from '../link-methods.ts';
import { createAllowedGate } from './allowed-gate.ts';
import { createTeller } from './create-teller.ts';
import { findStart } from './find-start.ts';
import { createSourceFollower } from './follow-source.ts';
import { createHearing, type Heard } from './hear-urls.ts';
import { NONE, type Opening } from './opening.ts';
import type { OpeningMethods } from './opening-methods.ts';
import { resolveUrl } from './resolve-url.ts';
import { sayWhoseClick } from './say-whose-click.ts';
import { createUsedClicks } from './used-clicks.ts';

const TIMEOUT_MS = 5000;

type FeatureHost = Parameters<CreateFeature>[0];

/**
 * The deep links of a phone's app: an opening is told once, whoever tells the SDK of it.
 *
 * @param earlySource where the system tells of URLs before `init`
 */
export const createOpenings =
  (
    earlySource: () => LinkSource | undefined = () => undefined,
  ): CreateFeature<LinkMethods & OpeningMethods> =>
  (host) => {
    // What led to the install, while the contract's listener has not been set.
    let found: DeferredDeepLink | null | undefined;
    let isContracted = false;
    const asPhone = () => {
      const on = host.engine();
      return on && sayWhoseClick(on);
    };
    const links = createLinks({ ...host, engine: asPhone });
    async function lookUp() {
      const link = await links.lookUp(true);
      if (!isContracted) found = link;
      return link;
    }
    const { teller, gate, hearing, follower, want, again } = createOpener(host, lookUp, earlySource);
    return {
      methods: {
        ...links.methods,
        handleDeepLink(uri) {
          const url = String(uri);
          return hearing.hear(url, true) ? links.methods.handleDeepLink(url) : parseDeepLink(url).path;
        },
        setDeferredDeepLinkListener(listener) {
          isContracted = true;
          links.methods.setDeferredDeepLinkListener(listener);
          if (found) listener(found);
          found = null;
        },
        setDeepLinkListener(listener) {
          teller.listen(listener);
          void want();
        },
        getInitialLink(options) {
          void want();
          const timeoutMs = options?.timeoutMs ?? TIMEOUT_MS;
          return new Promise((resolve) => {
            const timer = setTimeout(resolve, timeoutMs, { kind: 'error', reason: 'timeout' });
            void teller.first.then(resolve).finally(() => clearTimeout(timer));
          });
        },
      },
      start(on) {
        again(on);
        const stopFollowing = on.platform.lifecycle.onBackground(hearing.forget);
        return {
          ...links.start(on),
          used: async () => gate.look(),
          stop() {
            stopFollowing();
            follower.stop();
          },
        };
      },
    };
  };

/** Finds out what each opening leads to, once somebody wants to be told. */
function createOpener(
  { engine, onceStarted }: FeatureHost,
  lookUp: () => Promise<DeferredDeepLink | null | undefined>,
  earlySource: () => LinkSource | undefined,
) {
  const teller = createTeller((error) => engine()?.log.error(`a listener failed: ${error}`));
  const gate = createAllowedGate();
  const serially = createSerialRunner();
  const hearing = createHearing(engine, open);
  const follower = createSourceFollower((url) => hearing.hear(url));
  let isWanted = false;
  // A URL that comes before it is known what the app was started by is that.
  let isStartOver = false;

  /** Whether the click, if there is one, leads this app somewhere for the first time. */
  async function takeClick(on: Engine, opening: Opening): Promise<boolean> {
    const clickId = opening.kind === 'link' ? opening.clickId : null;
    return !clickId || createUsedClicks(on).take(clickId);
  }

  function open({ url, isTracked }: Heard): void {
    isStartOver = true;
    void onceStarted((on) =>
      serially(async () => {
        await gate.whenAllowed(on);
        const opening = await resolveUrl(on, url);
        // One that the system opened directly became a click just now, or repeats one of seconds ago: it is never old.
        const { clickId: known } = parseDeepLink(url);
        const click_id = known ?? (opening.kind === 'link' ? opening.clickId : null);
        if (click_id && !isTracked) void on.track('re_engagement', { click_id });
        const isNew = await takeClick(on, opening);
        teller.tell(isNew || !known ? opening : NONE);
      }),
    );
  }

  async function start(on: Engine): Promise<void> {
    await gate.whenAllowed(on);
    const opening = await findStart(on, lookUp);
    if (isStartOver) return;
    isStartOver = true;
    teller.tell((await takeClick(on, opening)) ? opening : NONE);
  }

  return {
    teller,
    gate,
    hearing,
    follower,
    /** From now on somebody wants to be told. */
    async want(): Promise<void> {
      if (isWanted) return;
      isWanted = true;
      hearing.ask();
      await follower.follow(engine()?.platform.links ?? earlySource());
      await onceStarted(async (on) => {
        await follower.follow(on.platform.links);
        if (!isStartOver) void start(on).catch(on.logFailure);
      });
    },
    /** The client was started, maybe again. */
    again({ platform }: Engine): void {
      if (isWanted) void follower.follow(platform.links);
    },
  };
}
