import type { EventStore, StoredEvent } from '../platform/event-store.ts';
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

/** How far one pass through the events has come, from the oldest to the newest. */
interface Pass {
  /** The last event on disk that was read. */
  onDisk?: string | undefined;
  /** The last one in memory: up to it they are being sent, so they stay where their ids are known. */
  handedOut?: string | undefined;
}

/**
 * Wraps a store of events. One that fails is reopened and tried once more, since it may have been deleted. While it
 * fails or hangs, events stay in memory; they move to disk once one can be written there. An operation that ends late
 * can leave an event in both: it is then sent twice and the service deduplicates it.
 */
export function withMemoryFallback(parts: MemoryFallbackParts): EventQueue {
  const memory = createMemoryQueue(() => Math.min(MAX_IN_MEMORY, parts.limit()), parts.onDrop);
  const use = reopenStorage(parts.timers, parts.open, (store) => store.close());
  const disk = guardStorage<EventStore>(parts, 'events', (act, hasFailed) =>
    use(act).catch((error) => {
      if (hasFailed() || error === NO_ANSWER) throw error;
      return use(act);
    }),
  );
  const serially = createSerialRunner();
  let pass: Pass = {};
  let countOnDisk = 0;

  /** Stores an event on disk; it leaves the memory, where it has that id by then if the disk answers late. */
  const store = (event: StoredEvent, act = disk.write) =>
    act(async (events) => {
      await events.append(event.record);
      memory.remove([event.id]);
      return true;
    });

  /** Moves what is in memory to disk, as far as possible. */
  const move = (act = disk.write) =>
    serially(async () => {
      for (;;) {
        const [next] = memory.read(pass.handedOut, 1);
        if (!next || !(await store(next, act))) return;
      }
    });

  return {
    async append(record) {
      const event = { id: '', record };
      await move();
      // Behind the others, so that the order stays.
      if (memory.size() === 0 && (await store(event))) return true;
      event.id = memory.add(record);
      return false;
    },
    async read(after, limit) {
      if (after === undefined) pass = {};
      await move();
      // Events may have moved to disk since one in memory was read.
      const from = memory.owns(after) ? pass.onDisk : after;
      const found = (await disk.insist((events) => events.read(from, limit))) ?? [];
      const rest = memory.read(after, limit - found.length);
      pass = { onDisk: found.at(-1)?.id ?? from, handedOut: rest.at(-1)?.id ?? pass.handedOut };
      return [...found, ...rest];
    },
    async ack(ids) {
      memory.remove(ids);
      const stored = ids.filter((id) => !memory.owns(id));
      return stored.length === 0 || !!(await disk.insist((events) => events.ack(stored).then(() => true)));
    },
    async count() {
      countOnDisk = (await disk.insist((events) => events.count())) ?? countOnDisk;
      return countOnDisk + memory.size();
    },
    inMemory: memory.size,
    error: disk.error,
    async close() {
      pass = {};
      // The last chance, so during the pause after a failure too.
      await move(disk.insist);
      await disk.insist((events) => events.close());
    },
  };
}
