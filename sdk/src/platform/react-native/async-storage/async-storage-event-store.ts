import { uuidV4 } from '../../../ids/uuid.ts';
import { createSerialRunner } from '../../../scheduling/run-serially.ts';
import { encodeUtf8 } from '../../../wire/encode-utf8.ts';
import type { EventStore } from '../../event-store.ts';
import type { PlatformStorage } from '../../platform.ts';
import type { AsyncStorage } from '../native-modules.ts';
import { packRows } from './pack-rows.ts';
import { formatRowId } from './packed-ids.ts';
import { createQueueRows, loadQueueRows, type Prefixes, prefixesOf, type QueueRows } from './queue-rows.ts';
import { createReadEvents } from './read-events.ts';
import { createRemoveEvents } from './remove-events.ts';
import { createUnreadableRows, type UnreadableRows } from './unreadable-rows.ts';

/** Half of what AsyncStorage holds on Android unless the app raises it; the rest is the app's. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Opens queues in AsyncStorage with one key per event, so that an append is one write of the system, and the app may end
 * at any moment. Keys sort in the order of the appends. When many wait, the oldest are put together into compressed rows
 * (pack-rows.ts), so that 10,000 usual events fit.
 *
 * The keys are read when a queue is opened, and say all that has to be known. One that is opened again, after a failure,
 * also has what is still being added to it from before. Two clients of one app may share a storage and lose nothing, but
 * each sends what the other has added only after a restart.
 */
export function createAsyncStorageQueues(
  storage: AsyncStorage,
  randomBytes: (count: number) => Uint8Array,
): PlatformStorage['openEvents'] {
  // Tells these keys apart from those that another client adds at the same time.
  const writer = uuidV4(randomBytes).slice(0, 8);
  const queues = new Map<string, QueueRows>();

  return async (name, given = MAX_BYTES, onDrop = () => {}) => {
    const maxBytes = given > 0 ? given : MAX_BYTES;
    const prefixes = prefixesOf(name);
    const rows = queues.get(name) ?? createQueueRows();
    queues.set(name, rows);
    const keys = await loadQueueRows(rows, prefixes, () => storage.getAllKeys());
    rows.unreadable ??= createUnreadableRows(
      storage,
      prefixes.unreadable,
      keys
        .filter((key) => key.startsWith(prefixes.unreadable))
        .map((key) => key.slice(prefixes.unreadable.length)),
    );
    const { unreadable } = rows;
    return openQueue({ storage, prefixes, rows, unreadable, writer, maxBytes, onDrop });
  };
}

interface QueueParts {
  storage: AsyncStorage;
  prefixes: Prefixes;
  rows: QueueRows;
  unreadable: UnreadableRows;
  writer: string;
  maxBytes: number;
  onDrop(count: number): void;
}

async function openQueue(parts: QueueParts): Promise<EventStore> {
  const { storage, prefixes, rows, unreadable, writer, maxBytes, onDrop } = parts;
  const { ids, singles, chunks } = rows;
  const { remove, removeStale, sweep } = createRemoveEvents(storage, prefixes, rows, unreadable);
  // What is put into a chunk is not acked meanwhile.
  const serially = createSerialRunner();

  async function pack(): Promise<void> {
    await removeStale(await packRows(storage, prefixes, rows, unreadable));
  }

  /** Where nothing can be removed, what was appended is stored all the same. */
  async function makeRoom(): Promise<void> {
    let dropped = 0;
    while (singles.bytes() + chunks.bytes() > maxBytes) {
      const [oldest] = ids.after(undefined, 1);
      if (!oldest) break;
      // A chunk makes room only as a whole.
      const some = [...(chunks.of(oldest)?.left ?? [oldest])];
      await remove(some);
      dropped += some.length;
    }
    if (dropped > 0) onDrop(dropped);
  }

  await sweep().catch(() => undefined);
  return {
    async append(record) {
      rows.sequence++;
      const id = formatRowId(rows.sequence, writer, encodeUtf8(record).length);
      await storage.setItem(prefixes.single + id, record);
      // It is there already if the queue was opened again meanwhile.
      ids.add(id);
      if (!chunks.of(id)) singles.add(id);
      await serially(() =>
        pack()
          .catch(() => undefined)
          .then(makeRoom),
      ).catch(() => undefined);
    },
    read: createReadEvents(storage, prefixes, rows, unreadable),
    // None of their records is needed.
    oldest: async (limit) => ids.after(undefined, limit).map((id) => ({ id, record: '' })),
    ack: (some) => serially(() => remove(some)),
    count: async () => ids.count(),
    async close() {},
  };
}
