import type { Lease } from '../platform/platform.ts';
import type { StorageHealth } from './storage-health.ts';

/**
 * Wraps a lease: while its storage does not work, it counts as held, since the events that are stored or in memory must
 * go out all the same. It is opened anew after a failure.
 */
export function withLeaseFallback(open: () => Promise<Lease>, attempt: StorageHealth['attempt']): Lease {
  let opened: Promise<Lease> | undefined;

  function use<Result>(act: (lease: Lease) => Promise<Result>, otherwise: Result): Promise<Result> {
    opened ??= open();
    const lease = opened;
    return attempt(async () => act(await lease)).catch(() => {
      opened = undefined;
      return otherwise;
    });
  }

  return {
    acquire: (now, ttlMs) => use((lease) => lease.acquire(now, ttlMs), true),
    release: () => use((lease) => lease.release(), undefined),
  };
}
