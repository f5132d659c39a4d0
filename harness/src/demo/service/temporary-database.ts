import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findCluster } from '@tributary/db/embedded/placement/choose-placement';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { disposableSettings } from '@tributary/db/embedded/supervisor/postgres-settings';

export interface TemporaryDatabase {
  readonly url: string;
  /** The data folder for the service. */
  readonly dataDir: string;
  /** Stops PostgreSQL and removes everything. */
  close(): Promise<void>;
}

/** Starts an embedded PostgreSQL in a temporary folder. */
export async function startTemporaryDatabase(onStopRequested: () => void): Promise<TemporaryDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
  // As root, PostgreSQL runs as another user, who must be able to traverse it.
  await chmod(dataDir, 0o711);
  const remove = async () => {
    // If that user cannot reach the folder anyway, the data is elsewhere.
    for (const folder of [dirname(findCluster(dataDir)), dataDir])
      await rm(folder, { recursive: true, force: true });
  };
  let server: EmbeddedPostgres;
  try {
    server = await startEmbeddedPostgres({ dataDir, settings: disposableSettings, onStopRequested });
  } catch (error) {
    await remove();
    throw error;
  }
  return { url: server.url, dataDir, close: () => server.stop().finally(remove) };
}
