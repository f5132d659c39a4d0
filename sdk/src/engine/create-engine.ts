import type { ClientConfig } from '../config/client-config.ts';
import { createCountTrigger } from '../delivery/count-trigger.ts';
import { createDelivery } from '../delivery/create-delivery.ts';
import { createEventCounts } from '../events/event-counts.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { createKeyResolver } from '../keys/key-resolver.ts';
import { createRemoteSettings } from '../keys/remote-settings.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createWaiter } from '../platform/waiter.ts';
import type { DeadLetter } from '../storage/dead-letters.ts';
import { queueName } from '../storage/queue-name.ts';
import type { SafeValues } from '../storage/with-value-fallback.ts';
import { createTracker, type Tracker } from '../tracking/create-tracker.ts';
import type { Additions, Feature, TellFeatures } from './additions.ts';
import { followApp } from './follow-app.ts';
import { type ClientStats, readStats } from './read-stats.ts';

/** What an app has initialised its client with. */
export interface EngineParts {
  platform: Platform;
  config: ClientConfig;
  apiKey: string;
  /** The app's ingest endpoint, which the service may override. */
  ownEndpoint: string;
  /** Whether the endpoint may be http on a private address. */
  isInsecureAllowed: boolean | undefined;
  log: Logger;
}

/** The parts of an initialised client. */
export interface Engine {
  platform: Platform;
  config: ClientConfig;
  apiKey: string;
  /** The queue's name, and what the names of all small values of this key begin with. */
  name: string;
  values: SafeValues;
  identity: Identity;
  tracker: Tracker;
  /** Resolves when everything that is stored is loaded. */
  opened: Promise<unknown>;
  /** Tracks an event for the app itself. */
  track: Tracker['track'];
  /** Stores the user's choice; what was not tracked for lack of consent is tracked then. */
  setTracking(isAllowed: boolean): Promise<void>;
  installationId(): Promise<string>;
  /** Sends whatever may be sent now; resolves when that is done. Never rejects. */
  send(): Promise<void>;
  /** The same, with all that has been tracked so far. */
  flush(): Promise<void>;
  /** The ingest endpoint in effect. */
  endpoint(): string;
  /** Undefined while the key is not resolved. */
  appId(): string | undefined;
  /** Whether requests without events may be sent. */
  mayRequest(): Promise<boolean>;
  /** A pause that ends early when the client is closed. */
  wait(ms: number): Promise<void>;
  stats(): Promise<ClientStats>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Queues the dead letters again; returns how many. */
  retryDeadLetters(): Promise<number>;
  /** Stops timers, pauses and sending, and closes the storage. */
  close(): Promise<void>;
  log: Logger;
  logFailure(what: string): (error: unknown) => void;
}

/** Builds and starts a client's parts; this is the only place that constructs them. */
export function createEngine(
  parts: EngineParts,
  { openStorage, createLeaveSender }: Omit<Additions, 'features'>,
  features: readonly Feature[],
): Engine {
  const { platform, config, log } = parts;
  const logFailure = (what: string) => (error: unknown) => log.error(`${what} failed: ${String(error)}`);
  const named = { ...parts, name: queueName(parts.apiKey), counts: createEventCounts() };
  const maxSize = () => remote.settings().maxOfflineQueueSize;
  const stored = {
    ...named,
    ...openStorage({ ...named, maxSize, mayStore: (key) => identity.mayStore(key) }),
  };
  const { counts, values, queue } = stored;
  const identity = createIdentity(stored);
  const waiter = createWaiter(platform.timers);
  const remote = createRemoteSettings({ ...parts, onChange: () => life.restartInterval() });
  const keys = createKeyResolver({
    ...stored,
    onKey(key, changed) {
      remote.apply(key);
      if (!changed) return;
      // What was refused with the key before may be accepted with this one.
      delivery.renewSession();
      void send();
    },
  });
  // Counted before anything is tracked.
  const opened = Promise.all([identity.load(), keys.load()]).then(queue.events.count);
  const base = { ...stored, remote, keys, identity, opened };
  const delivery = createDelivery({ ...base, waiter, createLeaveSender });
  const tell: TellFeatures = (act) => Promise.all(hooks.map(act));
  const answered = () => tell((on) => on.answered?.());
  const send = async () => {
    await values.retry().then(delivery.flush).catch(logFailure('a flush'));
    await answered();
  };

  const countEvent = createCountTrigger(() => remote.settings().batchSize, send, platform.isShortLived);
  const tracker = createTracker({
    ...base,
    onComposed: delivery.leaving.remember,
    onStored(facts) {
      countEvent();
      return tell((on) => on.stored?.(facts));
    },
  });
  const engine: Engine = {
    ...base,
    tracker,
    send,
    logFailure,
    wait: waiter.wait,
    endpoint: remote.endpoint,
    mayRequest: delivery.mayRequest,
    appId: () => config.appId ?? keys.known()?.app_id,
    track(event, properties) {
      void tell((on) => on.called?.(event));
      return tracker.track(event, properties);
    },
    setTracking(isAllowed) {
      life.pause();
      const stored = identity.setOptedOut(!isAllowed).then(() => values.retry());
      if (isAllowed) life.resume();
      return stored;
    },
    installationId: () => opened.then(identity.installationId),
    flush: () => life.settled().then(tracker.settled).then(send),
    stats: () => readStats(counts, queue.events, values),
    deadLetters: delivery.deadLetters.list,
    retryDeadLetters: delivery.retryDeadLetters,
    async close() {
      life.stop();
      waiter.stop();
      keys.stop();
      await delivery.close();
      await life.settled();
      await tracker.settled();
      await values.retry(true);
      await queue.events.close();
    },
  };
  const hooks = features.map(({ start }) => start(engine));
  const life = followApp({
    platform,
    send,
    tell,
    logFailure,
    flushIntervalMs: () => remote.settings().flushIntervalMs,
    leave: delivery.leaving.leave,
  });
  delivery.start().then(answered).catch(logFailure('a flush'));
  return engine;
}
