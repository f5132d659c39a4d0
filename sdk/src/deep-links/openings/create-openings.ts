import type { CreateFeature } from '../../engine/additions.ts';
import type { Engine } from '../../engine/engine.ts';
import { parseDeepLink } from '../../parsing/parse-deep-link.ts';
import type { LinkSource } from '../../platform/platform.ts';
import { createSerialRunner } from '../../scheduling/run-serially.ts';
import { createLinks } from '../create-links.ts';
import type { DeferredDeepLink } from '../deferred-deep-link.ts';
import type { LinkMethods } from '../link-methods.ts';
import { createAllowedGate } from './allowed-gate.ts';
import { createDeferredTeller } from './create-deferred-teller.ts';
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
    const asPhone = () => {
      const on = host.engine();
      return on && sayWhoseClick(on);
    };
    const onFailure = (error: unknown) => host.engine()?.log.error(`a listener failed: ${error}`);
    const links = createLinks({ ...host, engine: asPhone });
    const deferred = createDeferredTeller(links, onFailure);
    const lookUp = deferred.lookUp;
    const { teller, gate, hearing, follower, want } = createOpener(host, lookUp, earlySource, onFailure);
    return {
      methods: {
        ...links.methods,
        handleDeepLink(uri) {
          const url = String(uri);
          return hearing.hear(url, 'app') ? links.methods.handleDeepLink(url) : parseDeepLink(url).path;
        },
        setDeferredDeepLinkListener: deferred.listen,
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
        deferred.reset();
        // At once: what comes before there is a listener waits for it.
        void follower.follow(on.platform.links);
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
  onFailure: (error: unknown) => void,
) {
  const teller = createTeller(onFailure);
  const gate = createAllowedGate();
  const serially = createSerialRunner();
  const hearing = createHearing(engine, open);
  const follower = createSourceFollower(hearing.hear);
  let isWanted = false;
  // A URL that comes before it is known what the app was started by is that.
  let isStartOver = false;

  /** Whether the click, if there is one, leads this app somewhere. */
  async function takeClick(on: Engine, opening: Opening, isTap: boolean): Promise<boolean> {
    const { clickId, isDeferred } = opening.kind === 'link' ? opening : { clickId: null, isDeferred: false };
    return !clickId || createUsedClicks(on).take(clickId, { isTap, isDeferred });
  }

  function open(heard: Heard): void {
    isStartOver = true;
    void onceStarted((on) =>
      serially(async () => {
        await gate.whenAllowed(on);
        const opening = await resolveUrl(on, heard.url);
        // One that the system opened directly became a click just now, or repeats one of seconds ago: it is never old.
        const { clickId: known } = parseDeepLink(heard.url);
        const click_id = known ?? (opening.kind === 'link' ? opening.clickId : null);
        if (click_id && !heard.isTracked) void on.track('re_engagement', { click_id });
        heard.isTracked = true;
        const isNew = await takeClick(on, opening, heard.isTap);
        teller.tell(isNew || !known ? opening : NONE);
      }),
    );
  }

  async function start(on: Engine): Promise<void> {
    await gate.whenAllowed(on);
    const opening = await findStart(on, lookUp);
    if (isStartOver) return;
    isStartOver = true;
    teller.tell((await takeClick(on, opening, false)) ? opening : NONE);
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
  };
}
