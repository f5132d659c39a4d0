import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { strToU8 } from 'fflate';
import type { Logger } from '../logger.ts';
import type { Lease, PlatformStorage } from '../platform/platform.ts';
import type { EventStore } from '../queue/event-store.ts';
import { withSizeLimit } from '../queue/with-size-limit.ts';

/** One queue per key, so that events tracked under one key are never sent under another. */
export function queueName(apiKey: string): string {
  return bytesToHex(sha256(strToU8(apiKey))).slice(0, 16);
}

/** Opens a queue of limited size and its lease. */
export async function openQueue(
  storage: PlatformStorage,
  name: string,
  maxSize: () => number,
  log: Logger,
): Promise<{ events: EventStore; lease: Lease }> {
  const store = await storage.openEvents(name);
  const events = await withSizeLimit(store, maxSize, (count) => {
    log.error(`the queue is full: the oldest ${count} events were dropped`);
  });
  return { events, lease: await storage.openLease(name) };
}
