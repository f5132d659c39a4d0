import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { superuser } from '../embedded/init-cluster.ts';
import { findCluster } from '../embedded/placement/choose-placement.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';
import { disposableSettings } from '../embedded/supervisor/postgres-settings.ts';
import { asAdmin } from './as-admin.ts';
import { makeTestFolder } from './test-folder.ts';

/**
 * Starts an empty PostgreSQL whose data is removed when it is stopped.
 *
 * @param durable use the service's durable settings and a disk, for benches; by default it is fast, for tests
 */
export async function startTestPostgres({ durable = false } = {}): Promise<EmbeddedPostgres> {
  const dataDir = durable ? await mkdtemp(join(tmpdir(), 'tributary-bench-')) : await makeTestFolder();
  // As root, PostgreSQL runs as another user, who must be able to traverse it.
  await chmod(dataDir, 0o711);
  const remove = async () => {
    for (const folder of [dirname(findCluster(dataDir)), dataDir])
      await rm(folder, { recursive: true, force: true });
  };
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: durable ? {} : disposableSettings });
    if (!durable) await trustOwner(server);
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Lets its owner in without a password. Tests connect thousands of times, and to prove that one knows it takes both sides
 * as long as all the rest of that. The socket is in a folder that PostgreSQL's user alone can enter.
 */
async function trustOwner({ url, folder }: EmbeddedPostgres): Promise<void> {
  const rules = join(folder, 'pg_hba.conf');
  await writeFile(rules, `local all ${superuser} trust\n${await readFile(rules, 'utf8')}`);
  await asAdmin(url, (client) => client.query('SELECT pg_reload_conf()'));
}
