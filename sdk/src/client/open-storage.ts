import type { Logger } from '../logger.ts';
import type { Lease, Platform } from '../platform/platform.ts';
import { withLeaseFallback } from '../queue/with-lease-fallback.ts';
import { type EventQueue, withMemoryFallback } from '../queue/with-memory-fallback.ts';
import { withSizeLimit } from '../queue/with-size-limit.ts';
import { type SafeValues, withValueFallback } from '../queue/with-value-fallback.ts';
import { NO_WRITE_AHEAD, type WriteAhead } from '../tracking/write-ahead.ts';
import { bytesToHex } from '../wire/bytes-to-hex.ts';
import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { sha256 } from '../wire/sha256.ts';
import type { DropReason, EventCounts } from './event-counts.ts';

/** One queue per key, so that events tracked under one key are never sent under another. */
export function queueName(apiKey: string): string {
  return bytesToHex(sha256(encodeUtf8(apiKey))).slice(0, 16);
}

/** Everything that is stored, falling back to memory where it cannot be. */
export interface OpenStorage {
  /** The platform, with these small values. */
  platform: Platform;
  values: SafeValues;
  /** Limited in size. */
  queue: { events: EventQueue; lease: Lease };
  ahead: WriteAhead;
}

export function openStorage(
  given: Platform,
  name: string,
  maxSize: () => number,
  counts: EventCounts,
  log: Logger,
): OpenStorage {
  const { storage } = given;
  const parts = { ...given, log };
  const values = withValueFallback(storage.values, parts);
  const drop = (reason: DropReason, where: string) => (count: number) => {
    counts.drop(reason, count);
    log.error(`${where} is full: the oldest ${count} events were dropped`);
  };
  const events = withMemoryFallback({
    ...parts,
    open: async () => withSizeLimit(await storage.openEvents(name), maxSize, drop('queue_full', 'the queue')),
    limit: maxSize,
    onDrop: drop('memory_full', 'the memory for events'),
  });
  return {
    platform: { ...given, storage: { ...storage, values } },
    values,
    queue: { events, lease: withLeaseFallback(given.timers, () => storage.openLease(name)) },
    ahead: storage.openAhead?.(name) ?? NO_WRITE_AHEAD,
  };
}
