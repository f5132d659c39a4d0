import { uuidV4 } from '../../../ids/uuid.ts';
import { encodeUtf8 } from '../../../wire/encode-utf8.ts';
import type { EventStore, StoredEvent } from '../../event-store.ts';
import type { PlatformStorage } from '../../platform.ts';
import type { AsyncStorage } from '../native-modules.ts';
import { removeMany } from './async-storage-keys.ts';
import { readRows } from './read-rows.ts';
import { createRowIds, type RowIds } from './row-ids.ts';
import { createUnreadableRows, type UnreadableRows } from './unreadable-rows.ts';

/** Records are read in pieces: Android reads a row through a window of 2 MB, and every value crosses a bridge. */
const KEYS_PER_READ = 10;
const MAX_READ_LENGTH = 512 * 1024;
const SEQUENCE_DIGITS = 15;
/** Half of what AsyncStorage holds on Android unless the app raises it; the rest is the app's. */
const MAX_BYTES = 3 * 1024 * 1024;

interface Queue {
  ids: RowIds;
  sequence: number;
  /** Undefined until the queue is first opened. */
  unreadable?: UnreadableRows;
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
): PlatformStorage['openEvents'] {
  // Tells these keys apart from those that another client adds at the same time.
  const writer = uuidV4(randomBytes).slice(0, 8);
  const queues = new Map<string, Queue>();

  return async (name, given = MAX_BYTES, onDrop = () => {}) => {
    const maxBytes = given > 0 ? given : MAX_BYTES;
    const prefix = `tributary.queue.${name}.`;
    const unreadablePrefix = `tributary.unreadable.${name}.`;
    const queue: Queue = queues.get(name) ?? { ids: createRowIds(), sequence: 0 };
    queues.set(name, queue);
    const before = new Set(queue.ids.all());
    const keys = await storage.getAllKeys();
    const below = (start: string) =>
      keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    const added = queue.ids.all().filter((id) => !before.has(id));
    queue.ids.replace([...below(prefix), ...added]);
    queue.sequence = Math.max(queue.sequence, Number(queue.ids.last()?.slice(0, SEQUENCE_DIGITS) ?? 0));
    queue.unreadable ??= createUnreadableRows(storage, unreadablePrefix, below(unreadablePrefix));
    const { unreadable } = queue;
    return openQueue({ storage, prefix, queue, unreadable, writer, maxBytes, onDrop });
  };
}

interface QueueParts {
  storage: AsyncStorage;
  prefix: string;
  queue: Queue;
  unreadable: UnreadableRows;
  writer: string;
  maxBytes: number;
  onDrop(count: number): void;
}

function openQueue({ storage, prefix, queue, unreadable, writer, maxBytes, onDrop }: QueueParts): EventStore {
  const { ids } = queue;

  async function remove(some: readonly string[]): Promise<void> {
    await removeMany(
      storage,
      some.map((id) => prefix + id),
    );
    some.forEach(ids.remove);
    await unreadable.forget(some);
  }

  /** Where nothing can be removed, what was appended is stored all the same. */
  async function makeRoom(): Promise<void> {
    let dropped = 0;
    for (
      let [oldest] = ids.after(undefined, 1);
      oldest && ids.bytes() > maxBytes;
      [oldest] = ids.after(undefined, 1)
    ) {
      await remove([oldest]);
      dropped++;
    }
    if (dropped > 0) onDrop(dropped);
  }

  return {
    async append(record) {
      queue.sequence++;
      const bytes = encodeUtf8(record).length;
      const id = `${String(queue.sequence).padStart(SEQUENCE_DIGITS, '0')}-${writer}-${bytes}`;
      await storage.setItem(prefix + id, record);
      // It is there already if the queue was opened again meanwhile.
      ids.add(id);
      await makeRoom().catch(() => undefined);
    },
    async read(after, limit) {
      const found: StoredEvent[] = [];
      let length = 0;
      let last = after;
      while (found.length < limit && length < MAX_READ_LENGTH) {
        const piece = ids.after(last, Math.min(KEYS_PER_READ, limit - found.length));
        if (piece.length === 0) break;
        last = piece.at(-1);
        const records = await readRows(storage, prefix, piece, unreadable);
        for (const [index, id] of piece.entries()) {
          const record = records[index];
          // Removed by someone else.
          if (record === null) ids.remove(id);
          if (typeof record !== 'string') continue;
          found.push({ id, record });
          length += record.length;
        }
      }
      return found;
    },
    ack: remove,
    count: async () => ids.count(),
    async close() {},
  };
}
