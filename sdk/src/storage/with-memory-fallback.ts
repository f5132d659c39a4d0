import type { EventStore } from '../platform/event-store.ts';
import { createSerialRunner } from '../scheduling/run-serially.ts';
import { type GuardParts, guardStorage, NO_ANSWER } from './guard-storage.ts';
import { createMemoryQueue } from './memory-queue.ts';
import { reopenStorage } from './reopen-storage.ts';

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

export interface MemoryFallbackParts extends GuardParts {
  open(): Promise<EventStore>;
  /** The most events that may be queued. */
  limit(): number;
  /** Called with the number of events that had to leave the memory. */
  onDrop(count: number): void;
}

/**
 * Wraps a store of events. One that fails is reopened and tried once more, since it may have been deleted. While it
 * fails or hangs, events stay in memory; they move to disk once one can be written there. An operation that ends late
 * can leave an event in both: it is then sent twice and the service deduplicates it.
 */
export function withMemoryFallback(parts: MemoryFallbackParts): EventQueue {
  const memory = createMemoryQueue(() => Math.min(MAX_IN_MEMORY, parts.limit()), parts.onDrop);
  const use = reopenStorage(parts.timers, parts.open, (store) => store.close());
  const disk = guardStorage<EventStore>(parts, 'events', (act) =>
    use(act).catch((error) => {
      if (disk.error() !== undefined || error === NO_ANSWER) throw error;
      return use(act);
    }),
  );
  const serially = createSerialRunner();
  // The last one in memory that was read during this pass: up to it they are being sent, so they stay where their ids
  // are known.
  let handedOut: string | undefined;
  let lastOnDisk: string | undefined;
  let lastCount = 0;

  /** @param inMemory the record's id there, if it has one by the time it is on disk, which may be after the deadline */
  function store(record: string, inMemory: () => string, act = disk.write): Promise<boolean | undefined> {
    return act(async (events) => {
      await events.append(record);
      memory.remove([inMemory()]);
      return true;
    });
  }

  /** Moves what is in memory to disk, as far as possible; by `disk.read`, during the pause after a failure too. */
  function move(act = disk.write): Promise<void> {
    return serially(async () => {
      for (;;) {
        const [next] = memory.read(handedOut, 1);
        if (!next || !(await store(next.record, () => next.id, act))) return;
      }
    });
  }

  return {
    async append(record) {
      let id = '';
      await move();
      // Behind the others, so that the order stays.
      if (memory.size() === 0 && (await store(record, () => id))) return true;
      id = memory.add(record);
      return false;
    },
    async read(after, limit) {
      if (after === undefined) handedOut = undefined;
      await move();
      // Events may have moved to disk since one in memory was read.
      const from = memory.owns(after) ? lastOnDisk : after;
      const found = (await disk.read((events) => events.read(from, limit))) ?? [];
      lastOnDisk = found.at(-1)?.id ?? from;
      const rest = memory.read(after, limit - found.length);
      handedOut = rest.at(-1)?.id ?? handedOut;
      return [...found, ...rest];
    },
    async ack(ids) {
      memory.remove(ids);
      const stored = ids.filter((id) => !memory.owns(id));
      if (stored.length === 0) return true;
      return (await disk.read((events) => events.ack(stored).then(() => true))) ?? false;
    },
    async count() {
      lastCount = (await disk.read((events) => events.count())) ?? lastCount;
      return lastCount + memory.size();
    },
    inMemory: memory.size,
    error: disk.error,
    async close() {
      handedOut = undefined;
      await move(disk.read);
      await disk.read((events) => events.close());
    },
  };
}
