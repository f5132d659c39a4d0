import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findCluster } from '../embedded/choose-placement.ts';
import { disposableSettings } from '../embedded/postgres-settings.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';

/**
 * Starts an empty PostgreSQL that is gone with its data when it is stopped.
 *
 * @param durable with the service's own settings, as what is measured needs them; otherwise fast, for tests.
 */
export async function startTestPostgres({ durable = false } = {}): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-test-'));
  // As root PostgreSQL runs as another user, who has to get through.
  await chmod(dataDir, 0o711);
  const remove = async () => {
    for (const folder of [dirname(findCluster(dataDir)), dataDir])
      await rm(folder, { recursive: true, force: true });
  };
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: durable ? {} : disposableSettings });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
