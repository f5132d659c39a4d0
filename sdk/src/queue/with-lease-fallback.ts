import type { Lease } from '../platform/platform.ts';
import { createStorageHealth, type StorageHealthParts } from './storage-health.ts';

const SILENT = { error: () => {}, debug: () => {}, verbose: () => {} };

/**
 * Wraps a lease: while its storage does not work, it counts as held, since the events that are stored or in memory must
 * go out all the same. It is opened anew after a failure.
 */
export function withLeaseFallback(open: () => Promise<Lease>, parts: StorageHealthParts): Lease {
  // Without a log: the queue is on the same storage and reports its failures.
  const health = createStorageHealth({ ...parts, log: SILENT }, 'the lease');
  let opened: Promise<Lease> | undefined;

  async function attempt(act: (lease: Lease) => Promise<boolean>): Promise<boolean> {
    if (!health.mayRead()) return true;
    try {
      opened ??= open();
      const lease = opened;
      const result = await health.attempt(async () => act(await lease));
      health.worked();
      return result;
    } catch (error) {
      opened = undefined;
      health.failed(error);
      return true;
    }
  }

  return {
    acquire: (now, ttlMs) => attempt((lease) => lease.acquire(now, ttlMs)),
    async release() {
      await attempt((lease) => lease.release().then(() => true));
    },
  };
}
