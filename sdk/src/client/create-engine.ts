import type { ClientConfig } from '../config/client-config.ts';
import type { Endpoints } from '../config/endpoint.ts';
import { createRemoteSettings } from '../config/remote-settings.ts';
import { createDeferredDeepLink } from '../deep-links/deferred-deep-link.ts';
import { createCountTrigger } from '../flush/count-trigger.ts';
import { createIntervalTrigger } from '../flush/interval-trigger.ts';
import { startLifecycleTrigger } from '../flush/lifecycle-trigger.ts';
import { createKeyResolver } from '../keys/key-resolver.ts';
import { createLogger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { DeadLetter } from '../queue/dead-letters.ts';
import { createTracker, type Tracker } from '../tracking/create-tracker.ts';
import { createDelivery } from './create-delivery.ts';
import { createEventCounts } from './event-counts.ts';
import { createIdentity, type Identity } from './identity.ts';
import { openStorage, queueName } from './open-storage.ts';
import { type ClientStats, readStats } from './read-stats.ts';
import { createWaiter } from './waiter.ts';

/** The parts of an initialised client. */
export interface Engine {
  tracker: Tracker;
  identity: Identity;
  deferredDeepLink: ReturnType<typeof createDeferredDeepLink>;
  /** Sends whatever may be sent now; resolves when that is done. Never rejects. */
  flush(): Promise<void>;
  stats(): Promise<ClientStats>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Queues the dead letters again; returns how many. */
  retryDeadLetters(): Promise<number>;
  /** Stops timers, pauses and sending, and closes the storage. */
  close(): Promise<void>;
  logFailure(what: string): (error: unknown) => void;
}

/** Builds and starts a client's parts; this is the only place that constructs them. */
export function createEngine(given: Platform, apiKey: string, own: Endpoints, config: ClientConfig): Engine {
  const log = createLogger(given.log, config.logLevel);
  const logFailure = (what: string) => (error: unknown) => log.error(`${what} failed: ${String(error)}`);
  const name = queueName(apiKey);
  const counts = createEventCounts();
  const maxSize = () => remote.settings().maxOfflineQueueSize;
  const { platform, values, queue, ahead } = openStorage(given, name, maxSize, counts, log);
  const identity = createIdentity(platform);
  const waiter = createWaiter(platform.timers);
  const remote = createRemoteSettings({ config, ownEndpoints: own, log, onChange: () => interval.restart() });
  const keys = createKeyResolver({
    ...{ platform, storageKey: `${name}.key`, url: own.resolveKey, apiKey, log },
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

  const deferredDeepLink = createDeferredDeepLink({
    ...{ platform, key: `${name}.install`, apiKey, endpoints: remote.endpoints, log },
    appId: () => config.appId ?? keys.known()?.app_id,
    mayRequest: delivery.mayRequest,
    wait: waiter.wait,
  });
  const counter = createCountTrigger(() => remote.settings().batchSize, flush, platform.isShortLived);
  const tracker = createTracker({
    ...{ platform, identity, counts, opened, events: queue.events, ahead, log, settings: remote.settings },
    collectAdvertisingId: config.collectAdvertisingId ?? true,
    onComposed: delivery.leaving.remember,
    onStored(facts) {
      counter.eventTracked();
      deferredDeepLink.recordInstall(facts).catch(logFailure('noting the install'));
    },
  });
  const interval = createIntervalTrigger(platform, () => remote.settings().flushIntervalMs, flush);
  const stopLifecycle = startLifecycleTrigger(platform.lifecycle, {
    ...{ flush, flushIfOverdue: interval.catchUp, leave: delivery.leaving.leave },
  });

  interval.restart();
  delivery.start().then(lookUp).catch(logFailure('the start'));

  return {
    ...{ tracker, identity, deferredDeepLink, logFailure },
    flush: () => tracker.settled().then(flush),
    stats: () => readStats(counts, queue.events, values),
    deadLetters: delivery.deadLetters.list,
    retryDeadLetters: () => delivery.retryDeadLetters(),
    async close() {
      interval.stop();
      stopLifecycle();
      waiter.stop();
      keys.stop();
      await delivery.close();
      await tracker.settled();
      await values.close();
      await queue.events.close();
    },
  };
}
