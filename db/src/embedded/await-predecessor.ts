import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster } from './find-postmaster.ts';

/**
 * Waits until no PostgreSQL runs on the data folder `cluster`: after a restart the one before may still be
 * finishing. One that shuts down is given a minute, another `patienceMs`; then throws, naming it.
 */
export async function awaitPredecessor(cluster: string, patienceMs: number): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster === undefined) return;
    const patience = postmaster.status === 'stopping' ? Math.max(60_000, patienceMs) : patienceMs;
    if (performance.now() - begun > patience) {
      throw new EmbeddedPostgresError(
        `PostgreSQL already runs on ${cluster} (process ${postmaster.pid}): another copy of the service uses ` +
          'this data folder. Stop that one, or set DATA_DIR to another folder.',
      );
    }
    await delay(50);
  }
}
