import type { Lease } from '../platform.ts';
import { committed, LEASE, requested } from './indexed-db.ts';

interface LeaseRecord {
  owner: string;
  /** Unix ms. */
  expiresAt: number;
}

const KEY = 'sender';

/** A lease among the tabs of an origin; it is read and written in one transaction, so only one tab can get it. */
export function createIndexedDbLease(database: IDBDatabase, owner: string): Lease {
  return {
    async acquire(now, ttlMs) {
      const transaction = database.transaction(LEASE, 'readwrite');
      const store = transaction.objectStore(LEASE);
      const held = await requested<LeaseRecord | undefined>(store.get(KEY));
      // An expiry further away than any lease lasts means that the clock has been set back since.
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
