import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster } from './find-postmaster.ts';
import { findOwner } from './socket-folder.ts';

/**
 * Waits until no PostgreSQL runs on the data folder `cluster` of `dataDir`: after a restart the one before may still be
 * finishing, and is given up to `patienceMs`. One whose service goes on is not waited for. Throws, naming it.
 */
export async function awaitPredecessor(
  { dataDir, cluster }: { dataDir: string; cluster: string },
  patienceMs: number,
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster === undefined) return;
    const owner = postmaster.status === 'stopping' ? undefined : findOwner(postmaster.socketFolder);
    if (owner !== undefined || performance.now() - begun > patienceMs) {
      throw new EmbeddedPostgresError(
        `DATA_DIR ${dataDir} is in use${owner === undefined ? '' : ` by process ${owner}`}: PostgreSQL already runs on ` +
          `${cluster} (process ${postmaster.pid}). Stop the service that uses it, or set DATA_DIR to another folder.`,
      );
    }
    await delay(50);
  }
}
