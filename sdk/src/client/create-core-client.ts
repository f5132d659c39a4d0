import type { Additions } from '../engine/additions.ts';
import { createEngine } from '../engine/create-engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineParts } from '../engine/open-base.ts';
import type { ClientStats } from '../engine/read-stats.ts';
import { isText } from '../parsing/is-text.ts';
import type { Platform } from '../platform/platform.ts';
import { isFieldValid } from '../wire/optional-fields.ts';
import { checkInit } from './check-init.ts';
import type { CoreClient } from './core-client.ts';
import { IllegalStateException } from './illegal-state-exception.ts';

/** More calls than an app makes before `init`; a client that stays inactive must not remember all of them. */
const MAX_EARLY = 1000;

export const NO_STATS: ClientStats = {
  queued: 0,
  sent: 0,
  deduplicated: 0,
  rejected: {},
  dropped: {},
  droppedProperties: {},
  storage: { works: true, inMemory: 0 },
};

/** Sets what events carry from now on, unless it is something that they cannot; nothing removes it. */
const carry = (name: string, value: unknown, act: (on: Engine) => unknown) => (on: Engine) =>
  !value || isFieldValid(name, value) ? act(on) : on.log.always(`${name} is invalid`);

/**
 * Creates a client of the parts that every app needs and of those that are passed, not yet started; a process may have
 * any number of them.
 *
 * @param toPlatform creates the platform from what the app passes to `init`
 * @param defaultEndpoint the ingest endpoint if the app sets none
 */
export function createCoreClient<Context, Methods>(
  toPlatform: (context: Context) => Platform,
  additions: Additions<Methods>,
  defaultEndpoint?: string,
): CoreClient<Context> & Methods {
  let engine: Engine | undefined;
  // Calls made before `init`.
  const early: ((on: Engine) => unknown)[] = [];

  /**
   * Acts at once, or once `init` is called, for which the promise does not wait.
   *
   * @param isChoice the user's, which is never forgotten
   */
  async function onceStarted(act: (on: Engine) => unknown, isChoice = false): Promise<void> {
    const on = engine;
    if (!on) {
      if (isChoice || early.length < MAX_EARLY) early.push(act);
      return;
    }
    try {
      await act(on);
    } catch (error) {
      on.logFailure(error);
    }
  }

  /** Records something for which the app has to pass a text. */
  function record(method: string, text: unknown, act: (on: Engine) => Promise<void>): Promise<void> {
    if (!engine) throw new IllegalStateException(`${method} needs init`);
    if (isText(text)) return act(engine);
    engine.log.always(`${method} needs text`);
    return Promise.resolve();
  }

  const features = additions.features.map((create) => create({ engine: () => engine, onceStarted }));
  const client: CoreClient<Context> = {
    init(context, apiKey, config) {
      const create = (parts: EngineParts) => createEngine(parts, additions, features);
      engine ??= checkInit(toPlatform, context, apiKey, config ?? {}, create, defaultEndpoint);
      if (engine) for (const act of early.splice(0)) void onceStarted(act);
    },
    isInitialised: () => !!engine && !engine.platform.isInert,
    trackEvent: (eventType, properties) =>
      record('trackEvent', eventType, ({ track }) => track(eventType, properties)),
    screen: (name, properties) =>
      record('screen', name, ({ track }) => track('screen', properties, { own: { name } })),
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
      }, true),
    flush: async () => engine?.flush(),
    disableTracking: () => onceStarted(({ setTracking }) => setTracking(false), true),
    enableTracking: () => onceStarted(({ setTracking }) => setTracking(true), true),
    installationId: async () => engine?.installationId(),
    setPushToken: (token) =>
      onceStarted(carry('push_token', token, ({ identity }) => identity.pushToken.set(token || undefined))),
    setIntegrityToken: (token) =>
      void onceStarted(carry('integrity_token', token, ({ tracker }) => tracker.setIntegrityToken(token))),
    stats: async () => engine?.stats() ?? NO_STATS,
    deadLetters: async () => engine?.delivery.deadLetters.list() ?? [],
    retryDeadLetters: async () => engine?.delivery.retryDeadLetters() ?? 0,
    async close() {
      const closing = engine;
      engine = undefined;
      await closing?.close();
    },
  };
  return Object.assign(client, ...features.map(({ methods }) => methods));
}
