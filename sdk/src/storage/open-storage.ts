import type { ClientConfig } from '../config/client-config.ts';
import type { DropReason, EventCounts } from '../events/event-counts.ts';
import type { Logger } from '../platform/logger.ts';
import type { Lease, Platform } from '../platform/platform.ts';
import { NO_WRITE_AHEAD, type WriteAhead } from '../platform/write-ahead.ts';
import { withLeaseFallback } from './with-lease-fallback.ts';
import { type EventQueue, withMemoryFallback } from './with-memory-fallback.ts';
import { withSizeLimit } from './with-size-limit.ts';
import { type SafeValues, withValueFallback } from './with-value-fallback.ts';

/** What a client stores. No operation fails or hangs. */
export interface ClientStorage {
  values: SafeValues;
  /** Limited in size. */
  queue: { events: EventQueue; lease: Lease };
  ahead: WriteAhead;
}

export interface StorageParts {
  platform: Platform;
  config: Pick<ClientConfig, 'maxStorageBytes'>;
  /** The queue's name. */
  name: string;
  /** The most events that may be queued. */
  maxSize(): number;
  /** Whether the user allows that events are stored, or a value of that key. */
  mayStore(key?: string): boolean;
  counts: Pick<EventCounts, 'drop' | 'dropped'>;
  log: Logger;
}

/** Everything that is stored, falling back to memory where it cannot be. */
export function openStorage({
  platform,
  config,
  name,
  maxSize,
  mayStore,
  counts,
  log,
}: StorageParts): ClientStorage {
  const { storage } = platform;
  const parts = { ...platform, log, mayStore };
  const drop = (reason: DropReason, where: string) => (count: number) => {
    // Once: the counts tell the rest.
    if (!counts.dropped[reason]) log.error(`${where} drops the oldest`);
    counts.drop(reason, count);
  };
  const onFull = drop('queue_full', 'the queue');
  const maxBytes = config.maxStorageBytes;
  const events = withMemoryFallback({
    ...parts,
    open: async () => withSizeLimit(await storage.openEvents(name, maxBytes, onFull), maxSize, onFull),
    limit: maxSize,
    onDrop: drop('memory_full', 'the memory'),
  });
  return {
    values: withValueFallback(storage.values, parts),
    queue: { events, lease: withLeaseFallback(platform.timers, () => storage.openLease(name)) },
    ahead: storage.openAhead?.(name, maxBytes) ?? NO_WRITE_AHEAD,
  };
}
