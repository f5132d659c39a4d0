import type { ClientConfig, LogLevel } from '../config/client-config.ts';
import { parseEndpoint } from '../config/endpoint.ts';
import type { DeferredDeepLinkListener } from '../deep-links/deferred-deep-link.ts';
import { parseDeepLink } from '../deep-links/parse-deep-link.ts';
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

/** The SDK's public interface. */
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
   * Associates this and all later events with a user id chosen by the app, even after a restart.
   *
   * @throws IllegalStateException before `init`
   */
  identify(userId: string, traits?: object): Promise<void>;
  /** Sends whatever may be sent now; resolves when that is done, whether or not anything could be sent. */
  flush(): Promise<void>;
  /** From now on nothing is recorded and nothing leaves the device, even after a restart. */
  disableTracking(): Promise<void>;
  enableTracking(): Promise<void>;
  /**
   * Records a re-engagement if the URL has a `service_click_id`, and returns its `service_path`, the in-app path, or
   * null.
   */
  handleDeepLink(uri: string): string | null;
  /** Calls the listener at most once per installation, with the link that led to the install. */
  setDeferredDeepLinkListener(listener: DeferredDeepLinkListener): void;
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

  function onceStarted<Result>(act: (started: Engine) => Promise<Result>): Promise<void> {
    return new Promise((resolve) => {
      const run = (on: Engine) => resolve(act(on).then(() => undefined, on.logFailure('storing a value')));
      if (engine) run(engine);
      else early.push(run);
    });
  }

  return {
    init(context, apiKey, config = {}) {
      if (engine) return;
      const platform = createPlatform(toPlatform, context, config.logLevel);
      if (!platform) return;
      const log = createLogger(platform.log, config.logLevel);
      const key = typeof apiKey === 'string' ? apiKey.trim() : '';
      const endpoints = parseEndpoint(config.ingestEndpoint ?? defaultEndpoint ?? '');
      if (!key) return log.error('inactive: the key is blank');
      if (!endpoints)
        return log.error('inactive: ingestEndpoint must be an https URL, or http on a loopback host');
      for (const problem of platform.problems ?? []) log.error(problem);
      engine = createEngine(platform, key, endpoints, config);
      for (const act of early) act(engine);
      early = [];
    },
    isInitialised: () => engine !== undefined,
    trackEvent: (eventType, properties) => started('trackEvent').tracker.track(eventType, properties),
    identify(userId, traits) {
      const { identity, tracker, logFailure } = started('identify');
      if (!userId.trim()) {
        logFailure('identify')(new TypeError('the user id is blank'));
        return Promise.resolve();
      }
      identity.userId.set(userId).catch(logFailure('storing the user id'));
      return tracker.track('identify', traits);
    },
    flush: async () => engine?.flush(),
    disableTracking: () => onceStarted(({ identity }) => identity.optOut.set('1')),
    enableTracking: () => onceStarted(({ identity }) => identity.optOut.set(undefined)),
    handleDeepLink(uri) {
      const { clickId, path } = parseDeepLink(uri);
      if (clickId) void onceStarted(({ tracker }) => tracker.track('re_engagement', { click_id: clickId }));
      return path;
    },
    setDeferredDeepLinkListener(listener) {
      void onceStarted(({ deferredDeepLink }) => {
        deferredDeepLink.setListener(listener);
        return deferredDeepLink.lookUp();
      });
    },
    setPushToken: (token) => onceStarted(({ identity }) => identity.pushToken.set(token || undefined)),
    setIntegrityToken(token) {
      void onceStarted(async ({ tracker }) => tracker.setIntegrityToken(token));
    },
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

function createPlatform<Context>(
  toPlatform: (context: Context) => Platform,
  context: Context,
  logLevel?: LogLevel,
): Platform | undefined {
  try {
    return toPlatform(context);
  } catch (error) {
    createLogger(consoleLog, logLevel).error(`inactive: ${String(error)}`);
    return undefined;
  }
}
