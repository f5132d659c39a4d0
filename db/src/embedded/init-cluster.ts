import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Placement } from './placement/choose-placement.ts';
import { isAlive } from './processes/is-alive.ts';
import { readIfExists } from './read-or-create.ts';

/** The database role that owns everything. */
export const superuser = 'tributary';

/**
 * Creates PostgreSQL's data folder if there is none. It appears complete or not at all: an interrupted attempt leaves
 * a draft next to it, which the next attempt removes.
 * Throws if the folder contains something else, or the data of another major version.
 */
export async function initCluster(placement: Placement, major: string, password: string): Promise<void> {
  const { cluster, user } = placement;
  removeAbandonedDrafts(cluster);
  if (isComplete(cluster, major)) return;
  const draft = `${cluster}.new-${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  try {
    const passwordFile = join(draft, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
    await runInitdb(placement, join(draft, 'data'), passwordFile);
    renameSync(join(draft, 'data'), cluster);
  } catch (error) {
    // Two first starts ran at once and the other finished first.
    if (!isComplete(cluster, major)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function isComplete(cluster: string, major: string): boolean {
  if (!existsSync(cluster)) return false;
  const version = readIfExists(join(cluster, 'PG_VERSION'))?.trim();
  if (version === major) return true;
  if (version !== undefined) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} belongs to PostgreSQL ${version}, and this is PostgreSQL ${major}, which cannot ` +
        `read it. Dump it with PostgreSQL ${version} (pg_dumpall), move the folder away, start once to create a new ` +
        `one, and load the dump; or run PostgreSQL ${version} on it yourself and set DATABASE_URL.`,
    );
  }
  if (readdirSync(cluster).length === 0) return false;
  throw new EmbeddedPostgresError(
    `${cluster} contains files that are not PostgreSQL data (there is no PG_VERSION). ` +
      'Move it away, or set DATA_DIR to a different folder.',
  );
}

async function runInitdb({ binaries, user }: Placement, folder: string, passwordFile: string): Promise<void> {
  // biome-ignore format: a group a line.
  const args = [
    '--pgdata', folder, '--username', superuser, '--pwfile', passwordFile, '--auth', 'scram-sha-256',
    '--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8',
  ];
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  try {
    await promisify(execFile)(join(binaries, 'bin/initdb'), args, options);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new EmbeddedPostgresError(`PostgreSQL's initdb failed: ${stderr?.trim() || String(error)}`);
  }
}

/** Drafts whose process is gone; a draft in progress belongs to a live process. */
function removeAbandonedDrafts(cluster: string): void {
  const parent = dirname(cluster);
  for (const name of readdirSync(parent)) {
    const [prefix, pid] = name.split('.new-');
    if (prefix !== basename(cluster) || pid === undefined || isAlive(Number(pid))) continue;
    // An initdb that outlived its parent may still be writing.
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
