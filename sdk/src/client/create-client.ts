import type { ClientConfig } from '../config/client-config.ts';
import { parseEndpoint } from '../config/endpoint.ts';
import type { DeferredDeepLinkListener } from '../deep-links/deferred-deep-link.ts';
import { parseDeepLink } from '../deep-links/parse-deep-link.ts';
import type { Attribution } from '../installs/get-attribution.ts';
import { createLogger } from '../logger.ts';
import { consoleLog } from '../platform/console-log.ts';
import type { Platform } from '../platform/platform.ts';
import type { DeadLetter } from '../queue/dead-letters.ts';
import { createEngine, type Engine } from './create-engine.ts';
import { IllegalStateException } from './illegal-state-exception.ts';
import type { ClientStats } from './read-stats.ts';

const NO_STATS: ClientStats = {
  ...{ queued: 0, sent: 0, deduplicated: 0, rejected: {}, dropped: {} },
  storage: { works: true, inMemory: 0 },
};

/**
 * The SDK's public interface. What is set before `init` takes effect with it; the promises do not wait for that. Invalid
 * arguments are logged, and nothing throws but what is marked so.
 */
export interface TributaryClient<Context> {
  /**
   * Starts the client; a second call does nothing. With a blank key, an invalid `ingestEndpoint` or a context that lacks
   * something the client stays inactive and logs an error; it does not throw.
   */
  init(context: Context, apiKey: string, config?: ClientConfig): void;
  isInitialised(): boolean;
  /**
   * Records an event. A name other than the standard ones is sent as a custom event of that name. The properties
   * revenue (major units), currency, referrer, click_id, campaign_id, channel, referrer_click_ts and install_begin_ts
   * (Unix s) move to the event's top level.
   *
   * @returns a promise that resolves when the event is on disk; it never rejects and need not be awaited
   * @throws IllegalStateException before `init`
   * @example Tributary.trackEvent('purchase', { revenue: 49.9, currency: 'NGN', sku: 'a-1' })
   */
  trackEvent(eventType: string, properties?: object): Promise<void>;
  /**
   * Records that a screen is shown: a custom event named screen, with the screen's `name` among its properties.
   *
   * @throws IllegalStateException before `init`
   */
  screen(name: string, properties?: object): Promise<void>;
  /**
   * Associates this and all later events with a user id chosen by the app, even after a restart.
   *
   * @throws IllegalStateException before `init`
   */
  identify(userId: string, traits?: object): Promise<void>;
  /**
   * Adds properties to all later events except identify, until `reset` or the end of the process; null removes one. An
   * event's own properties come first.
   */
  setProperties(properties: object): void;
  /**
   * For when the user signs out: forgets the user id, even after a restart, and what `setProperties` has added. The
   * installation, the user's choice about tracking and the events that are queued stay.
   */
  reset(): Promise<void>;
  /** Sends whatever may be sent now; resolves when that is done, whether or not anything could be sent. */
  flush(): Promise<void>;
  /** From now on nothing is recorded and nothing leaves the device, even after a restart. */
  disableTracking(): Promise<void>;
  /** From now on events are recorded and sent, even after a restart and if `trackingEnabled` is false. */
  enableTracking(): Promise<void>;
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
  /** The id of this installation, a UUID v4, which all its events carry; undefined before `init`. */
  installationId(): Promise<string | undefined>;
  /** Sent with the next event, so that the service can detect when the app is uninstalled. */
  setPushToken(token: string): Promise<void>;
  /** Sent with every event from now on; only fraud scoring uses it. */
  setIntegrityToken(token: string): void;
  /** What became of the events since `init`, and whether the storage works; all zero before `init`. */
  stats(): Promise<ClientStats>;
  /** The last 50 events that the service can never accept, oldest first, with its reason; none before `init`. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Queues the dead letters again, for example once the service accepts them, and returns how many; 0 before `init`. */
  retryDeadLetters(): Promise<number>;
  /** Stops the client and closes its storage; unsent events stay on disk. `init` may be called again. */
  close(): Promise<void>;
}

/**
 * Creates a client, not yet started; a process may have any number of them.
 *
 * @param toPlatform creates the platform from what the app passes to `init`
 * @param defaultEndpoint the ingest endpoint if the app sets none
 */
export function createClient<Context>(
  toPlatform: (context: Context) => Platform,
  defaultEndpoint?: string,
): TributaryClient<Context> {
  let engine: Engine | undefined;
  // Calls made before `init`.
  let early: ((started: Engine) => void)[] = [];

  function started(method: string): Engine {
    if (engine) return engine;
    throw new IllegalStateException(`${method} was called before init`);
  }

  /** Acts at once, or once `init` is called, for which the promise does not wait. */
  async function onceStarted(act: (on: Engine) => unknown): Promise<void> {
    const run = async (on: Engine) => {
      try {
        await act(on);
      } catch (error) {
        on.logFailure('a call')(error);
      }
    };
    if (engine) await run(engine);
    else early.push((on) => void run(on));
  }

  /** Records something for which the app has to pass a text. */
  function record(method: string, text: unknown, act: (on: Engine) => Promise<void>): Promise<void> {
    const on = started(method);
    if (isText(text)) return act(on);
    on.log.error(`${method} was called without a text, so nothing is recorded`);
    return Promise.resolve();
  }

  return {
    init(context, apiKey, given) {
      if (engine) return;
      const config = given ?? {};
      const platform = createPlatform(toPlatform, context ?? ({} as Context), config);
      if (!platform) return;
      const log = createLogger(platform.log, config);
      const endpoints = parseEndpoint(config.ingestEndpoint ?? defaultEndpoint);
      if (!isText(apiKey)) return log.error('inactive: the key is blank');
      if (!endpoints)
        return log.error('inactive: ingestEndpoint must be an https URL, or http on a loopback host');
      for (const problem of platform.problems ?? []) log.error(problem);
      engine = createEngine(platform, apiKey.trim(), endpoints, config);
      for (const act of early) act(engine);
      early = [];
    },
    isInitialised: () => engine !== undefined,
    trackEvent: (eventType, properties) =>
      record('trackEvent', eventType, ({ track }) => track(eventType, properties)),
    screen: (name, properties) =>
      record('screen', name, ({ track }) => track('screen', { ...properties, name })),
    identify: (userId, traits) =>
      record('identify', userId, ({ identity, track }) => {
        void identity.userId.set(userId);
        return track('identify', traits);
      }),
    setProperties: (properties) => void onceStarted(({ tracker }) => tracker.setProperties(properties)),
    reset: () =>
      onceStarted(({ identity, tracker }) => {
        tracker.clearProperties();
        return identity.userId.set(undefined);
      }),
    flush: async () => engine?.flush(),
    disableTracking: () => onceStarted(({ setTracking }) => setTracking(false)),
    enableTracking: () => onceStarted(({ setTracking }) => setTracking(true)),
    handleDeepLink(uri) {
      const { clickId, path } = parseDeepLink(String(uri));
      if (clickId) void onceStarted(({ track }) => track('re_engagement', { click_id: clickId }));
      return path;
    },
    setDeferredDeepLinkListener(listener) {
      void onceStarted(({ deferredDeepLink }) => {
        deferredDeepLink.setListener(listener);
        return deferredDeepLink.lookUp();
      });
    },
    getAttribution: async () => engine?.getAttribution() ?? null,
    installationId: async () => engine?.installationId(),
    setPushToken: (token) => onceStarted(({ identity }) => identity.pushToken.set(token || undefined)),
    setIntegrityToken: (token) => void onceStarted(({ tracker }) => tracker.setIntegrityToken(token)),
    stats: async () => engine?.stats() ?? NO_STATS,
    deadLetters: async () => engine?.deadLetters() ?? [],
    retryDeadLetters: async () => engine?.retryDeadLetters() ?? 0,
    async close() {
      const closing = engine;
      engine = undefined;
      await closing?.close();
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function createPlatform<Context>(
  toPlatform: (context: Context) => Platform,
  context: Context,
  config: ClientConfig,
): Platform | undefined {
  try {
    return toPlatform(context);
  } catch (error) {
    createLogger(consoleLog, config).error(`inactive: ${String(error)}`);
    return undefined;
  }
}
