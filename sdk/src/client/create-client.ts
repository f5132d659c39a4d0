import type { ClientConfig } from '../config/client-config.ts';
import { parseEndpoint } from '../config/endpoint.ts';
import { parseDeepLink } from '../deep-links/parse-deep-link.ts';
import { createLogger } from '../logger.ts';
import { consoleLog } from '../platform/console-log.ts';
import type { Platform } from '../platform/platform.ts';
import { createEngine, type Engine } from './create-engine.ts';
import { IllegalStateException } from './illegal-state-exception.ts';
import type { ClientStats } from './read-stats.ts';
import type { TributaryClient } from './tributary-client.ts';

const NO_STATS: ClientStats = {
  ...{ queued: 0, sent: 0, deduplicated: 0, rejected: {}, dropped: {} },
  storage: { works: true, inMemory: 0 },
};

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
