import type { Lease } from '../platform.ts';
import { committed, LEASE, requested } from './indexed-db.ts';

interface LeaseRecord {
  owner: string;
  /** Unix ms. */
  expiresAt: number;
}

const KEY = 'sender';

/** A lease among the tabs of an origin; a look and a write in one transaction, so two cannot both get it. */
export function createIndexedDbLease(database: IDBDatabase, owner: string): Lease {
  return {
    async acquire(now, ttlMs) {
      const transaction = database.transaction(LEASE, 'readwrite');
      const store = transaction.objectStore(LEASE);
      const held = await requested<LeaseRecord | undefined>(store.get(KEY));
      // An end further off than any lease lasts comes from a clock that was set back since.
      const inForce = held && held.expiresAt > now && held.expiresAt <= now + ttlMs;
      const free = !inForce || held.owner === owner;
      if (free) store.put({ owner, expiresAt: now + ttlMs } satisfies LeaseRecord, KEY);
      await committed(transaction);
      return free;
    },
    async release() {
      const transaction = database.transaction(LEASE, 'readwrite');
      const store = transaction.objectStore(LEASE);
      const held = await requested<LeaseRecord | undefined>(store.get(KEY));
      if (held?.owner === owner) store.delete(KEY);
      await committed(transaction);
    },
  };
}
