import type { ClientConfig } from '../config/client-config.ts';
import type { Logger } from '../logger.ts';
import type { Lease, Platform } from '../platform/platform.ts';
import { withLeaseFallback } from '../queue/with-lease-fallback.ts';
import { type EventQueue, withMemoryFallback } from '../queue/with-memory-fallback.ts';
import { withSizeLimit } from '../queue/with-size-limit.ts';
import { type SafeValues, withValueFallback } from '../queue/with-value-fallback.ts';
import { NO_WRITE_AHEAD, type WriteAhead } from '../tracking/write-ahead.ts';
import type { DropReason, EventCounts } from './event-counts.ts';

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
    if (!counts.dropped[reason]) log.error(`${where} is full and drops the oldest`);
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
