import type { EventStore } from '../../queue/event-store.ts';
import { committed, EVENTS, requested } from './indexed-db.ts';

/** A queue in IndexedDB with one record per event, shared by all tabs of an origin. */
export function createIndexedDbEventStore(database: IDBDatabase): EventStore {
  const reading = () => database.transaction(EVENTS, 'readonly').objectStore(EVENTS);

  return {
    async append(record) {
      const transaction = database.transaction(EVENTS, 'readwrite');
      transaction.objectStore(EVENTS).add(record);
      await committed(transaction);
    },
    async read(after, limit) {
      const range = after === undefined ? null : IDBKeyRange.lowerBound(Number(after), true);
      const store = reading();
      const [keys, records] = await Promise.all([
        requested(store.getAllKeys(range, limit)),
        requested<string[]>(store.getAll(range, limit)),
      ]);
      return records.map((record, at) => ({ id: String(keys[at]), record }));
    },
    async ack(ids) {
      const transaction = database.transaction(EVENTS, 'readwrite');
      for (const id of ids) transaction.objectStore(EVENTS).delete(Number(id));
      await committed(transaction);
    },
    count: () => requested(reading().count()),
    async close() {
      database.close();
    },
  };
}
