import type { ClientConfig } from '../config/client-config.ts';
import { createEventCounts, type EventCounts } from '../events/event-counts.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { createKeyResolver, type KeyResolver } from '../keys/key-resolver.ts';
import { createRemoteSettings, type RemoteSettings } from '../keys/remote-settings.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createWaiter, type Waiter } from '../platform/waiter.ts';
import type { Consent } from '../storage/consent.ts';
import type { ClientStorage, StorageParts } from '../storage/open-storage.ts';
import { queueName } from '../storage/queue-name.ts';
import type { Tell } from './hooks.ts';

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

/** Shared by every part that handles events: what is stored, who is tracked, and what the service has sent. */
export interface Base extends EngineParts, ClientStorage {
  /** The queue's name, and what the names of all small values of this key begin with. */
  name: string;
  remote: RemoteSettings;
  identity: Identity;
  keys: KeyResolver;
  counts: EventCounts;
  consent: Consent;
  waiter: Waiter;
  logFailure(error: unknown): void;
  /** The most events that may be queued. */
  maxSize(): number;
  /** Resolves when what is stored is loaded. */
  opened: Promise<unknown>;
  /** The number of events that earlier starts have left. */
  left: Promise<number>;
  /** Tells other programs on the same storage that this one has ended. */
  leave: (() => void) | undefined;
}

/** Opens the storage and begins to load what is in it. */
export function openBase(
  parts: EngineParts,
  openStorage: (parts: StorageParts) => ClientStorage,
  tell: Tell,
): Base {
  const remote = createRemoteSettings(parts);
  const named = {
    ...parts,
    remote,
    name: queueName(parts.apiKey),
    counts: createEventCounts(),
    waiter: createWaiter(parts.platform.timers),
    logFailure: (error: unknown) => parts.log.error(`failed: ${error}`),
    consent: { isGiven: false },
    maxSize: () => remote.settings().maxOfflineQueueSize,
  };
  const leave = parts.platform.storage.enter?.(named.name);
  const stored = { ...named, ...openStorage(named) };
  const { values, queue } = stored;
  const identity = createIdentity(stored);
  const keys = createKeyResolver({
    ...stored,
    identity,
    onKey(key, changed) {
      remote.apply(key);
      void tell((on) => on.keyed?.(changed));
    },
  });
  const opened = Promise.all([identity.load(), keys.load(), parts.platform.shown]).then(() => values.retry());
  // Counted before anything is tracked, which does not wait for it: that storage may hang.
  const left = opened.then(queue.events.count);
  return { ...stored, leave, identity, keys, opened, left };
}
