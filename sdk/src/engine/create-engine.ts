import type { ClientConfig } from '../config/client-config.ts';
import { createCountTrigger } from '../delivery/count-trigger.ts';
import { createDelivery, type Delivery } from '../delivery/create-delivery.ts';
import { createEventCounts } from '../events/event-counts.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { createKeyResolver, type KeyResolver } from '../keys/key-resolver.ts';
import { createRemoteSettings, type RemoteSettings } from '../keys/remote-settings.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createWaiter, type Waiter } from '../platform/waiter.ts';
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
  remote: RemoteSettings;
  keys: KeyResolver;
  waiter: Waiter;
  delivery: Delivery;
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
  stats(): Promise<ClientStats>;
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
  const { platform, log } = parts;
  const logFailure = (what: string) => (error: unknown) => log.error(`${what} failed: ${error}`);
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
      delivery.session.renew();
      void send();
    },
  });
  // Counted before anything is tracked.
  const opened = Promise.all([identity.load(), keys.load()])
    .then(() => values.retry())
    .then(queue.events.count);
  const base = { ...stored, remote, keys, identity, opened, waiter };
  const delivery = createDelivery({ ...base, createLeaveSender });
  const tell: TellFeatures = (act) => Promise.all(hooks.map(act));
  const answered = () => tell((on) => on.answered?.());
  /** Reads what could not be read at first. */
  const recover = async () => {
    await opened;
    if (!(await identity.load())) return;
    tracker.release();
    life.resume();
  };
  const send = async () => {
    await recover()
      .then(() => values.retry())
      .then(delivery.flush)
      .catch(logFailure('a flush'));
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
    delivery,
    tracker,
    send,
    logFailure,
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
    installationId: () => recover().then(identity.installationId),
    flush: () => recover().then(life.settled).then(tracker.settled).then(send),
    stats: () => readStats(counts, queue.events, values),
    async close() {
      life.stop();
      waiter.stop();
      keys.stop();
      await delivery.close();
      await recover();
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
    remote,
    leave: delivery.leaving.leave,
  });
  delivery.start().then(answered).catch(logFailure('a flush'));
  return engine;
}
