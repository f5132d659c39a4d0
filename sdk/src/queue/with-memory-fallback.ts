import type { EventStore } from './event-store.ts';
import { createMemoryQueue } from './memory-queue.ts';
import { createStorageHealth, type StorageHealthParts, StorageTimeout } from './storage-health.ts';

/** How many events are kept in memory at most. */
export const MAX_IN_MEMORY = 1000;

/** A queue that never fails: on disk while that works, else in memory. */
export interface EventQueue extends Pick<EventStore, 'read' | 'count' | 'close'> {
  /** Resolves when the record is kept, with whether that is on disk. */
  append(record: string): Promise<boolean>;
  /** Removes records; false if those on disk could not be removed there and will be read again. */
  ack(ids: readonly string[]): Promise<boolean>;
  /** How many events are in memory only. */
  inMemory(): number;
  /** Why events are not stored on disk; undefined while they are. */
  error(): string | undefined;
}

export interface MemoryFallbackParts extends StorageHealthParts {
  open(): Promise<EventStore>;
  /** The most events that may be queued. */
  limit(): number;
  /** Called with the number of events that had to leave the memory. */
  onDrop(count: number): void;
}

/**
 * Wraps a store of events. One that fails is opened anew and tried once more, since it may have been deleted. While it
 * fails or hangs, events stay in memory; they move to disk once one can be written there. An operation that ends late
 * can leave an event in both: it is then sent twice and the service deduplicates it.
 */
export function withMemoryFallback(parts: MemoryFallbackParts): EventQueue {
  const health = createStorageHealth(parts, 'events');
  const memory = createMemoryQueue(() => Math.min(MAX_IN_MEMORY, parts.limit()), parts.onDrop);
  const disk = createReopenedStore(parts.open, health);
  // In memory and read during this pass: they are being sent, so they stay where their ids are known.
  const handedOut = new Set<string>();
  let moving: Promise<void> | undefined;
  let lastOnDisk: string | undefined;
  let lastCount = 0;

  function append(record: string, late: () => string | undefined): Promise<boolean | undefined> {
    return disk.write(async (store) => {
      await store.append(record);
      // If this is after the deadline, the record is also in memory.
      const id = late();
      if (id !== undefined && !handedOut.has(id)) memory.remove([id]);
      return true;
    });
  }

  async function moveAll(): Promise<void> {
    for (const { id, record } of memory.read(undefined, Number.POSITIVE_INFINITY)) {
      if (handedOut.has(id)) continue;
      if (!(await append(record, () => id))) return;
    }
  }

  /** Moves what is in memory to disk, as far as possible. */
  async function move(): Promise<void> {
    if (memory.size() === 0 || !health.mayWrite()) return moving;
    moving ??= moveAll().finally(() => {
      moving = undefined;
    });
    return moving;
  }

  return {
    async append(record) {
      let id: string | undefined;
      await move();
      // Behind the others, so that the order stays.
      if (memory.size() === 0 && (await append(record, () => id))) return true;
      id = memory.add(record);
      return false;
    },
    async read(after, limit) {
      if (after === undefined) handedOut.clear();
      await move();
      const inMemory = after !== undefined && memory.owns(after);
      // Events may have moved to disk since it was read.
      const from = inMemory ? lastOnDisk : after;
      const found = (await disk.read((store) => store.read(from, limit))) ?? [];
      lastOnDisk = found.at(-1)?.id ?? from;
      const rest = memory.read(inMemory ? after : undefined, limit - found.length);
      for (const { id } of rest) handedOut.add(id);
      return [...found, ...rest];
    },
    async ack(ids) {
      memory.remove(ids.filter(memory.owns));
      const stored = ids.filter((id) => !memory.owns(id));
      if (stored.length === 0) return true;
      return (await disk.remove((store) => store.ack(stored).then(() => true))) === true;
    },
    async count() {
      lastCount = (await disk.read((store) => store.count())) ?? lastCount;
      return lastCount + memory.size();
    },
    inMemory: memory.size,
    error: health.error,
    close: () => move().then(disk.close),
  };
}

/** A store that is opened anew after each failure; operations give undefined where they failed. */
function createReopenedStore(
  open: () => Promise<EventStore>,
  health: ReturnType<typeof createStorageHealth>,
) {
  let opened: Promise<EventStore> | undefined;

  async function runOn<Result>(act: (store: EventStore) => Promise<Result>): Promise<Result> {
    opened ??= open();
    const mine = opened;
    try {
      return await health.attempt(async () => act(await mine));
    } catch (error) {
      if (opened === mine) opened = undefined;
      // Not awaited: what hangs may hang here too.
      mine.then((store) => store.close()).catch(() => undefined);
      throw error;
    }
  }

  async function runTwice<Result>(act: (store: EventStore) => Promise<Result>): Promise<Result | undefined> {
    const known = health.error() !== undefined;
    try {
      return await runOn(act).catch((error) => {
        if (known || error instanceof StorageTimeout) throw error;
        return runOn(act);
      });
    } catch (error) {
      health.failed(error);
      return undefined;
    }
  }

  async function runIfAnswering<Result>(
    act: (store: EventStore) => Promise<Result>,
  ): Promise<Result | undefined> {
    return health.mayRead() ? runTwice(act) : undefined;
  }

  return {
    /** Not tried during the pause after a failure. */
    async write<Result>(act: (store: EventStore) => Promise<Result>): Promise<Result | undefined> {
      if (!health.mayWrite()) return undefined;
      const result = await runTwice(act);
      if (result !== undefined) health.worked();
      return result;
    },
    read: runIfAnswering,
    /** Tried during that pause too, since it may make room on a full disk. */
    remove: runIfAnswering,
    async close(): Promise<void> {
      const closing = opened;
      opened = undefined;
      if (closing) await health.attempt(async () => (await closing).close()).catch(() => undefined);
    },
  };
}
