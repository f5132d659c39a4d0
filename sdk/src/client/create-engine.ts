import type { ClientConfig } from '../config/client-config.ts';
import { siblingOf } from '../config/endpoint.ts';
import { createRemoteSettings } from '../config/remote-settings.ts';
import { createDeferredDeepLink } from '../deep-links/deferred-deep-link.ts';
import { createCountTrigger } from '../flush/count-trigger.ts';
import { type Attribution, getAttribution } from '../installs/get-attribution.ts';
import { createInstallRecord } from '../installs/install-record.ts';
import { createKeyResolver } from '../keys/key-resolver.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { DeadLetter } from '../queue/dead-letters.ts';
import { createTracker, type Tracker } from '../tracking/create-tracker.ts';
import { createDelivery } from './create-delivery.ts';
import { createEventCounts } from './event-counts.ts';
import { type FollowedApp, followApp } from './follow-app.ts';
import { createIdentity, type Identity } from './identity.ts';
import { openStorage, queueName } from './open-storage.ts';
import { type ClientStats, readStats } from './read-stats.ts';
import { createWaiter } from './waiter.ts';

/** The parts of an initialised client. */
export interface Engine {
  tracker: Tracker;
  identity: Identity;
  deferredDeepLink: ReturnType<typeof createDeferredDeepLink>;
  track: FollowedApp['track'];
  setTracking: FollowedApp['setTracking'];
  installationId(): Promise<string>;
  /** Sends whatever may be sent now; resolves when that is done. Never rejects. */
  flush(): Promise<void>;
  getAttribution(): Promise<Attribution | null>;
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
export function createEngine(given: Platform, apiKey: string, own: string, config: ClientConfig): Engine {
  const log = createLogger(given.log, config);
  const logFailure = (what: string) => (error: unknown) => log.error(`${what} failed: ${String(error)}`);
  const name = queueName(apiKey);
  const counts = createEventCounts();
  const maxSize = () => remote.settings().maxOfflineQueueSize;
  const { platform, values, queue, ahead } = openStorage(given, name, maxSize, counts, log);
  const identity = createIdentity(platform, config);
  const waiter = createWaiter(platform.timers);
  const remote = createRemoteSettings({
    config,
    ownEndpoint: own,
    log,
    onChange: () => life.restartInterval(),
  });
  const keys = createKeyResolver({
    ...{ platform, storageKey: `${name}.key`, url: siblingOf(own, 'resolve-key'), apiKey, log },
    onKey(key, changed) {
      remote.apply(key);
      if (!changed) return;
      // What was refused with the key before may be accepted with this one.
      delivery.renewSession();
      void flush();
    },
  });
  // Counted before anything is tracked.
  const opened = Promise.all([identity.load(), keys.load()]).then(queue.events.count);
  const delivery = createDelivery({
    ...{ platform, name, config, remote, keys, identity, counts, queue, ahead, opened, waiter, log },
  });
  // Not awaited: the service may need a while to answer, and the events have already been sent.
  const lookUp = () => void deferredDeepLink.lookUp();
  const flush = () => values.retry().then(delivery.flush).catch(logFailure('a flush')).then(lookUp);

  const install = createInstallRecord(values, `${name}.install`);
  const asking = {
    ...{ platform, apiKey, endpoint: remote.endpoint, mayRequest: delivery.mayRequest, wait: waiter.wait },
    appId: () => config.appId ?? keys.known()?.app_id,
  };
  const deferredDeepLink = createDeferredDeepLink({ ...asking, install, log });
  const counter = createCountTrigger(() => remote.settings().batchSize, flush, platform.isShortLived);
  const tracker = createTracker({
    ...{ platform, identity, counts, opened, events: queue.events, ahead, log, settings: remote.settings },
    collectAdvertisingId: config.collectAdvertisingId ?? true,
    onComposed: delivery.leaving.remember,
    onStored(facts) {
      counter.eventTracked();
      return install.note(facts).catch(logFailure('noting the install'));
    },
  });
  const life = followApp({
    ...{ platform, config, identity, tracker, install, opened, flush, logFailure, key: `${name}.session` },
    flushIntervalMs: () => remote.settings().flushIntervalMs,
    leave: delivery.leaving.leave,
    isStorageWorking: () => values.error() === undefined,
  });
  delivery.start().then(lookUp).catch(logFailure('the start'));

  const flushAll = () => life.settled().then(flush);
  return {
    ...{ tracker, identity, deferredDeepLink, log, logFailure },
    ...{ track: life.track, setTracking: life.setTracking },
    installationId: () => opened.then(identity.installationId),
    flush: flushAll,
    getAttribution: () => flushAll().then(() => getAttribution(asking, install)),
    stats: () => readStats(counts, queue.events, values),
    deadLetters: delivery.deadLetters.list,
    retryDeadLetters: () => delivery.retryDeadLetters(),
    async close() {
      life.stop();
      waiter.stop();
      keys.stop();
      await delivery.close();
      await life.settled();
      await values.retry();
      await queue.events.close();
    },
  };
}
