import type { Logger } from '../logger.ts';
import type { Lease, PlatformStorage } from '../platform/platform.ts';
import type { EventStore } from '../queue/event-store.ts';
import { withSizeLimit } from '../queue/with-size-limit.ts';
import { bytesToHex } from '../wire/bytes-to-hex.ts';
import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { sha256 } from '../wire/sha256.ts';

/** One queue per key, so that events tracked under one key are never sent under another. */
export function queueName(apiKey: string): string {
  return bytesToHex(sha256(encodeUtf8(apiKey))).slice(0, 16);
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
