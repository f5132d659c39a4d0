import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster } from './find-postmaster.ts';

/**
 * Waits until no PostgreSQL runs on the data folder `cluster`: after a restart the previous one may still be shutting
 * down. One that is shutting down gets a minute, any other `maxWaitMs`; after that it throws an error that names it.
 */
export async function awaitPredecessor(cluster: string, maxWaitMs: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster === undefined) return;
    const limitMs = postmaster.status === 'stopping' ? Math.max(60_000, maxWaitMs) : maxWaitMs;
    if (performance.now() - startedAt > limitMs) {
      throw new EmbeddedPostgresError(
        `PostgreSQL is already running on ${cluster} (process ${postmaster.pid}): another copy of the service is ` +
          'using this data folder. Stop it, or set DATA_DIR to a different folder.',
      );
    }
    await delay(50);
  }
}
