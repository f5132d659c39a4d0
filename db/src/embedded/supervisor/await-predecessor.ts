import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { findPostmaster } from '../processes/find-postmaster.ts';
import { findOwner } from './socket-folder.ts';

/**
 * Waits up to `maxWaitMs` until no PostgreSQL runs on the data folder `cluster` of `dataDir`: after a restart the
 * previous one may still be shutting down. If its service is still running, there is no wait. Throws an error that names
 * the process.
 */
export async function awaitPredecessor(
  { dataDir, cluster }: { dataDir: string; cluster: string },
  maxWaitMs: number,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster === undefined) return;
    const owner = postmaster.status === 'stopping' ? undefined : findOwner(postmaster.socketFolder);
    if (owner !== undefined || performance.now() - startedAt > maxWaitMs) {
      throw new EmbeddedPostgresError(
        `DATA_DIR ${dataDir} is in use${owner === undefined ? '' : ` by process ${owner}`}: PostgreSQL is already running ` +
          `on ${cluster} (process ${postmaster.pid}). Stop that service, or set DATA_DIR to a different folder.`,
      );
    }
    await delay(50);
  }
}
