import type { Lease } from '../platform.ts';

/**
 * A lease among the tabs of an origin that the browser itself takes back when a page ends, however that happens. It has
 * no time limit: its holder is alive. Outside of secure contexts there are no locks, so that it cannot be acquired and counts
 * as held: tabs may send at once, and the service deduplicates.
 */
export function createWebLockLease(locks: LockManager, name: string): Lease {
  let release: (() => void) | undefined;

  function letGo(): void {
    release?.();
    release = undefined;
  }

  // A page that holds a lock cannot go into the back-forward cache.
  addEventListener('pagehide', letGo);

  return {
    acquire: () =>
      new Promise((resolve, reject) => {
        if (release) return resolve(true);
        const hold = (lock: Lock | null) => {
          resolve(lock !== null);
          if (!lock) return;
          return new Promise<void>((end) => {
            release = end;
          });
        };
        locks.request(`tributary-${name}`, { ifAvailable: true }, hold).catch(reject);
      }),
    release: async () => letGo(),
  };
}
