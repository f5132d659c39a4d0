import type { Lease, Timers } from '../platform/platform.ts';
import { reopenStorage } from './reopen-storage.ts';

/**
 * Wraps a lease: while its storage does not work, it counts as held, since the events that are stored or in memory must
 * go out all the same.
 */
export function withLeaseFallback(timers: Timers, open: () => Promise<Lease>): Lease {
  const use = reopenStorage(timers, open);
  return {
    acquire: (now, ttlMs) => use((lease) => lease.acquire(now, ttlMs)).catch(() => true),
    release: () => use((lease) => lease.release()).catch(() => undefined),
  };
}
