import { uuidV4 } from '../../ids/uuid.ts';
import type { EventStore, StoredEvent } from '../../queue/event-store.ts';
import { getMany, removeMany } from './async-storage-keys.ts';
import type { AsyncStorage } from './native-modules.ts';

/** Records are read in pieces: Android reads a row through a window of 2 MB, and every value crosses a bridge. */
const KEYS_PER_READ = 10;
const MAX_READ_LENGTH = 512 * 1024;
const SEQUENCE_DIGITS = 15;

interface Queue {
  /** Sorted, and so in the order of the appends. */
  ids: string[];
  sequence: number;
}

/**
 * Opens queues in AsyncStorage with one key per event, so that an append or a removal is one write of the system, and the
 * app may end at any moment. Keys sort in the order of the appends.
 *
 * The keys are read when a queue is opened. One that is opened again, after a failure, also has what is still being
 * added to it from before. Two clients of one app may share a storage and lose nothing, but each sends what the other has
 * added only after a restart.
 */
export function createAsyncStorageQueues(
  storage: AsyncStorage,
  randomBytes: (count: number) => Uint8Array,
): (name: string) => Promise<EventStore> {
  // Tells these keys apart from those that another client adds at the same time.
  const writer = uuidV4(randomBytes).slice(0, 8);
  const queues = new Map<string, Queue>();

  return async (name) => {
    const prefix = `tributary.queue.${name}.`;
    const queue = queues.get(name) ?? { ids: [], sequence: 0 };
    queues.set(name, queue);
    const before = new Set(queue.ids);
    const stored = (await storage.getAllKeys())
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
    const added = queue.ids.filter((id) => !before.has(id));
    queue.ids = [...new Set([...stored, ...added])].sort();
    const last = Number(queue.ids.at(-1)?.slice(0, SEQUENCE_DIGITS) ?? 0);
    queue.sequence = Math.max(queue.sequence, last);
    return openQueue(storage, prefix, queue, writer);
  };
}

function openQueue(storage: AsyncStorage, prefix: string, queue: Queue, writer: string): EventStore {
  function forget(id: string): void {
    const at = countUpTo(queue.ids, id) - 1;
    if (queue.ids[at] === id) queue.ids.splice(at, 1);
  }

  return {
    async append(record) {
      queue.sequence++;
      const id = `${String(queue.sequence).padStart(SEQUENCE_DIGITS, '0')}-${writer}`;
      await storage.setItem(prefix + id, record);
      const at = countUpTo(queue.ids, id);
      // It is there already if the queue was opened again meanwhile.
      if (queue.ids[at - 1] !== id) queue.ids.splice(at, 0, id);
    },
    async read(after, limit) {
      const from = after === undefined ? 0 : countUpTo(queue.ids, after);
      const wanted = queue.ids.slice(from, from + limit);
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
    count: async () => queue.ids.length,
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
