import type { ClientConfig } from '../config/client-config.ts';
import type { DropReason, EventCounts } from '../events/event-counts.ts';
import type { Logger } from '../platform/logger.ts';
import type { Lease, Platform } from '../platform/platform.ts';
import { CHOICE, FORGOTTEN } from '../platform/stored-values.ts';
import type { WriteAhead } from '../platform/write-ahead.ts';
import type { Consent } from './consent.ts';
import { withLeaseFallback } from './with-lease-fallback.ts';
import { type EventQueue, withMemoryFallback } from './with-memory-fallback.ts';
import { withSizeLimit } from './with-size-limit.ts';
import { type SafeValues, withValueFallback } from './with-value-fallback.ts';

/** What a client stores. No operation fails or hangs. */
export interface ClientStorage {
  values: SafeValues;
  /** Limited in size. */
  queue: { events: EventQueue; lease: Lease };
  /** For platforms that may end between a call and what follows it. */
  ahead: WriteAhead | undefined;
}

export interface StorageParts {
  platform: Platform;
  config: Pick<ClientConfig, 'maxStorageBytes'>;
  /** The queue's name. */
  name: string;
  /** The most events that may be queued. */
  maxSize(): number;
  /** Before it is given nothing is stored but the user's choice. */
  consent: Consent;
  counts: Pick<EventCounts, 'drop' | 'dropped'>;
  log: Logger;
}

/** Everything that is stored, falling back to memory where it cannot be. */
export function openStorage({
  platform,
  config,
  name,
  maxSize,
  consent,
  counts,
  log,
}: StorageParts): ClientStorage {
  const { storage } = platform;
  const parts = {
    ...platform,
    log,
    mayStore: (key?: string) => consent.isGiven || key === CHOICE || key === FORGOTTEN,
  };
  const drop = (reason: DropReason) => (count: number) => {
    // Once: the counts tell the rest.
    if (!counts.dropped[reason]) log.error(`${reason} drops oldest`);
    counts.drop(reason, count);
  };
  const onFull = drop('queue_full');
  const maxBytes = config.maxStorageBytes;
  const events = withMemoryFallback({
    ...parts,
    open: async () => withSizeLimit(await storage.openEvents(name, maxBytes, onFull), maxSize, onFull),
    limit: maxSize,
    onDrop: drop('memory_full'),
  });
  return {
    values: withValueFallback(storage.values, parts),
    queue: { events, lease: withLeaseFallback(platform.timers, () => storage.openLease(name)) },
    ahead: storage.openAhead?.(name, maxBytes),
  };
}
