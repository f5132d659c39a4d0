import type { EventStore } from '../event-store.ts';
import { committed, EVENTS, openStore, requested } from './indexed-db.ts';

/** A queue in IndexedDB with one record per event, shared by all tabs of an origin. */
export function createIndexedDbEventStore(database: IDBDatabase): EventStore {
  const open = (mode?: IDBTransactionMode) => openStore(database, EVENTS, mode);

  return {
    async append(record) {
      const store = await open('readwrite');
      store.add(record);
      await committed(store.transaction);
    },
    async read(after, limit) {
      const range = after && IDBKeyRange.lowerBound(Number(after), true);
      const store = await open();
      const [keys, records] = await Promise.all([
        requested(store.getAllKeys(range, limit)),
        requested<string[]>(store.getAll(range, limit)),
      ]);
      return records.map((record, at) => ({ id: String(keys[at]), record }));
    },
    async ack(ids) {
      const store = await open('readwrite');
      for (const id of ids) store.delete(Number(id));
      await committed(store.transaction);
    },
    count: async () => requested((await open()).count()),
    close: async () => database.close(),
  };
}
