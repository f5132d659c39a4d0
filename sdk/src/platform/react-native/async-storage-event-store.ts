import { uuidV4 } from '../../ids/uuid.ts';
import type { EventStore, StoredEvent } from '../../queue/event-store.ts';
import { getMany, removeMany } from './async-storage-keys.ts';
import type { AsyncStorage } from './native-modules.ts';

/** Records are read in pieces: Android reads a row through a window of 2 MB, and every value crosses a bridge. */
const KEYS_PER_READ = 10;
const MAX_READ_LENGTH = 512 * 1024;
const SEQUENCE_DIGITS = 15;

/**
 * A queue in AsyncStorage with one key per event, so that an append or a removal is one write of the system, and the
 * app may end at any moment. Keys sort in the order of the appends.
 *
 * The keys are read once, when the queue is opened: two clients of one app may share a storage and lose nothing, but
 * each sends what the other has added only after a restart.
 */
export async function openAsyncStorageEventStore(
  storage: AsyncStorage,
  name: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<EventStore> {
  const prefix = `tributary.queue.${name}.`;
  // Tells this store's keys apart from those that another client adds at the same time.
  const writer = uuidV4(randomBytes).slice(0, 8);
  const all = await storage.getAllKeys();
  const ids = all
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
  let sequence = Number(ids[ids.length - 1]?.slice(0, SEQUENCE_DIGITS) ?? 0);

  function forget(id: string): void {
    const at = countUpTo(ids, id) - 1;
    if (ids[at] === id) ids.splice(at, 1);
  }

  return {
    async append(record) {
      sequence++;
      const id = `${String(sequence).padStart(SEQUENCE_DIGITS, '0')}-${writer}`;
      await storage.setItem(prefix + id, record);
      ids.splice(countUpTo(ids, id), 0, id);
    },
    async read(after, limit) {
      const from = after === undefined ? 0 : countUpTo(ids, after);
      const wanted = ids.slice(from, from + limit);
      const found: StoredEvent[] = [];
      let length = 0;
      for (let at = 0; at < wanted.length && length < MAX_READ_LENGTH; at += KEYS_PER_READ) {
        const piece = wanted.slice(at, at + KEYS_PER_READ);
        const records = await readRows(
          storage,
          piece.map((id) => prefix + id),
        );
        for (const [index, id] of piece.entries()) {
          const record = records[index] ?? null;
          if (record === null) {
            // Removed by someone else.
            forget(id);
            continue;
          }
          found.push({ id, record });
          length += record.length;
        }
      }
      return found;
    },
    async ack(acked) {
      await removeMany(
        storage,
        acked.map((id) => prefix + id),
      );
      acked.forEach(forget);
    },
    count: async () => ids.length,
    async close() {},
  };
}

/** The values of some keys; `''` for one that cannot be read although the storage works. */
async function readRows(storage: AsyncStorage, keys: string[]): Promise<(string | null)[]> {
  try {
    return await getMany(storage, keys);
  } catch {
    // One by one, to find out whether the storage fails or a single row.
    let failed = 0;
    const reading = keys.map((key) =>
      storage.getItem(key).catch(() => {
        failed++;
        return '';
      }),
    );
    const records = await Promise.all(reading);
    // A storage that works says of a key that does not exist that there is none.
    if (failed === keys.length) await storage.getItem(`${keys[0]}.none`);
    return records;
  }
}

/** How many of the sorted ids are at most `id`. */
function countUpTo(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
