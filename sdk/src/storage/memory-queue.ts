import type { StoredEvent } from '../platform/event-store.ts';

/** Together with the limit on events, what events in memory may take up at most, in UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Sorts after the ids of stores, which consist of digits and letters. Behind it there are numbers of equal length, so
 * that ids compare as texts.
 */
const PREFIX = '~';

/** Events in memory, oldest first and of limited number and size. */
export interface MemoryQueue {
  add(record: string): string;
  /** Up to `limit` records after the id, or from the oldest on, as after an id of a store. */
  read(after: string | undefined, limit: number): StoredEvent[];
  /** Removes records; other ids are ignored. */
  remove(ids: readonly string[]): void;
  size(): number;
  owns(id: string | undefined): boolean;
}

/** @param onDrop called with the number of events, the oldest, that had to make room */
export function createMemoryQueue(maxEvents: () => number, onDrop: (count: number) => void): MemoryQueue {
  let records: StoredEvent[] = [];
  let last = 1e9;

  const isFull = () =>
    records.length > maxEvents() || records.reduce((sum, { record }) => sum + record.length, 0) > MAX_LENGTH;

  return {
    add(record) {
      const id = PREFIX + ++last;
      records.push({ id, record });
      while (records.length > 1 && isFull()) {
        records.shift();
        onDrop(1);
      }
      return id;
    },
    read: (after = '', limit) => records.filter(({ id }) => id > after).slice(0, limit),
    remove(ids) {
      records = records.filter(({ id }) => !ids.includes(id));
    },
    size: () => records.length,
    owns: (id = '') => id > PREFIX,
  };
}
