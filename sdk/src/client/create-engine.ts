import type { ClientConfig } from '../config/client-config.ts';
import type { Endpoints } from '../config/endpoint.ts';
import { createRemoteSettings, type RemoteSettings } from '../config/remote-settings.ts';
import { createDeferredDeepLink } from '../deep-links/deferred-deep-link.ts';
import { createCountTrigger } from '../flush/count-trigger.ts';
import { createIntervalTrigger } from '../flush/interval-trigger.ts';
import { startLifecycleTrigger } from '../flush/lifecycle-trigger.ts';
import { createKeyResolver, type KeyResolver } from '../keys/key-resolver.ts';
import type { KnownKey } from '../keys/parse-resolved-key.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createTracker, type Tracker } from '../tracking/create-tracker.ts';
import { createDelivery } from './create-delivery.ts';
import { createIdentity, type Identity } from './identity.ts';
import { openQueue, queueName } from './open-queue.ts';
import { createWaiter } from './waiter.ts';

/** The parts of an initialised client. */
export interface Engine {
  tracker: Tracker;
  identity: Identity;
  deferredDeepLink: ReturnType<typeof createDeferredDeepLink>;
  settings: RemoteSettings['settings'];
  /** Sends whatever may be sent now; resolves when that is done. Never rejects. */
  flush(): Promise<void>;
  /** Stops timers, pauses and sending, and closes the storage. */
  close(): Promise<void>;
  logFailure(what: string): (error: unknown) => void;
}

/** Builds and starts a client's parts; this is the only place that constructs them. */
export function createEngine(
  platform: Platform,
  apiKey: string,
  own: Endpoints,
  config: ClientConfig,
): Engine {
  const log = createLogger(platform.log, config.logLevel);
  const logFailure = (what: string) => (error: unknown) => log.error(`${what} failed: ${String(error)}`);
  const name = queueName(apiKey);
  const { storage } = platform;
  const identity = createIdentity(platform);
  const waiter = createWaiter(platform.timers);
  let closed = false;

  const { remote, keys } = createSources(platform, name, apiKey, own, config, log, () => {
    if (!closed) interval.restart();
  });
  const opened = (async () => {
    await Promise.all([identity.load(), remote.load()]);
    return openQueue(storage, name, () => remote.settings().maxOfflineQueueSize, log);
  })();
  const delivery = createDelivery({ platform, name, config, remote, keys, identity, opened, waiter, log });
  // Not awaited: the service may need a while to answer, and the events have already been sent.
  const lookUp = () => void deferredDeepLink.lookUp();
  const flush = () => delivery.flush().catch(logFailure('a flush')).then(lookUp);

  const deferredDeepLink = createDeferredDeepLink({
    platform,
    key: `${name}.install`,
    apiKey,
    endpoints: remote.endpoints,
    appId: () => config.appId ?? keys.known()?.app_id,
    mayRequest: delivery.mayRequest,
    wait: waiter.wait,
    log,
  });
  const counter = createCountTrigger(() => remote.settings().batchSize, flush);
  const tracker = createTracker({
    platform,
    identity,
    opened,
    settings: remote.settings,
    collectAdvertisingId: config.collectAdvertisingId ?? true,
    log,
    onStored(facts) {
      counter.eventTracked();
      deferredDeepLink.recordInstall(facts).catch(logFailure('noting the install'));
    },
  });
  const interval = createIntervalTrigger(platform, () => remote.settings().flushIntervalMs, flush);
  const stopLifecycle = startLifecycleTrigger(platform.lifecycle, flush, interval.catchUp);

  opened.catch(logFailure('opening the queue'));
  interval.restart();
  delivery.start().then(lookUp).catch(logFailure('the start'));

  return {
    tracker,
    identity,
    deferredDeepLink,
    settings: remote.settings,
    flush: () => tracker.settled().then(flush),
    async close() {
      closed = true;
      interval.stop();
      stopLifecycle();
      waiter.stop();
      await delivery.close();
      await tracker.settled();
      await opened.then(({ events }) => events.close()).catch(() => undefined);
    },
    logFailure,
  };
}

function createSources(
  platform: Platform,
  name: string,
  apiKey: string,
  own: Endpoints,
  config: ClientConfig,
  log: Logger,
  onChange: () => void,
): { remote: RemoteSettings; keys: KeyResolver } {
  const { values } = platform.storage;
  const remote = createRemoteSettings({
    values,
    key: `${name}.config`,
    config,
    ownEndpoints: own,
    log,
    onChange,
  });
  const onResolved = (key: KnownKey) => remote.update(key.config);
  return { remote, keys: createKeyResolver({ platform, url: own.resolveKey, apiKey, log, onResolved }) };
}
