import type { EventStore } from './event-store.ts';

/** A queue that is lost with the process, for browsers that forbid storage. */
export function createMemoryEventStore(): EventStore {
  const records = new Map<number, string>();
  let next = 1;
  return {
    async append(record) {
      records.set(next++, record);
    },
    async read(after, limit) {
      return [...records]
        .filter(([id]) => id > Number(after ?? 0))
        .slice(0, limit)
        .map(([id, record]) => ({ id: String(id), record }));
    },
    async ack(ids) {
      for (const id of ids) records.delete(Number(id));
    },
    count: async () => records.size,
    async close() {},
  };
}
