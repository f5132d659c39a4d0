import type { StoredEvent } from './event-store.ts';

/** Together with the limit on events, what events in memory may take up at most, in UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** Events in memory, oldest first and of limited number and size. */
export interface MemoryQueue {
  add(record: string): string;
  /** Up to `limit` records after the id, or from the oldest on. */
  read(after: string | undefined, limit: number): StoredEvent[];
  /** Removes records; other ids are ignored. */
  remove(ids: readonly string[]): void;
  size(): number;
  owns(id: string): boolean;
}

/** @param onDrop called with the number of events, the oldest, that had to make room */
export function createMemoryQueue(maxEvents: () => number, onDrop: (count: number) => void): MemoryQueue {
  const records = new Map<string, string>();
  let length = 0;
  // Ids of equal length, so that they compare as texts.
  let last = 1e9;

  function remove(id: string): void {
    length -= records.get(id)?.length ?? 0;
    records.delete(id);
  }

  return {
    add(record) {
      const id = `m${++last}`;
      records.set(id, record);
      length += record.length;
      const [oldest = id] = records.keys();
      if (records.size > maxEvents() || (length > MAX_LENGTH && oldest !== id)) {
        remove(oldest);
        onDrop(1);
      }
      return id;
    },
    read: (after = '', limit) =>
      [...records]
        .filter(([id]) => id > after)
        .slice(0, limit)
        .map(([id, record]) => ({ id, record })),
    remove: (ids) => ids.forEach(remove),
    size: () => records.size,
    owns: (id) => id.startsWith('m'),
  };
}
