import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyBinaries } from './copy-binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresPackage } from './find-postgres-package.ts';
import { makePassableFolder } from './make-passable-folder.ts';
import { readIfThere, readOrCreate } from './read-or-create.ts';
import { noteOwner, removeOrphanedClusters } from './remove-orphaned-clusters.ts';

/** A user of the operating system, by number. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where PostgreSQL and its data live, and who it runs as. */
export interface Placement {
  /** Undefined: PostgreSQL runs as the user of this process. */
  readonly user: SystemUser | undefined;
  /** The folder with bin/, lib/ and share/. */
  readonly binaries: string;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
}

// `nobody` everywhere: a user that exists, and that owns nothing.
const unprivileged: SystemUser = { uid: 65534, gid: 65534 };

/** Where a folder that the unprivileged user can reach is made when it can reach neither clone nor data. */
const reachableFolder = '/var/lib/tributary';

const pointerOf = (dataDir: string) => join(dataDir, 'postgres-folder');

/**
 * Says where the data of `dataDir` is kept, without making anything.
 * Beside the data folder itself that is what an earlier start wrote down.
 */
export function findCluster(dataDir: string): string {
  return readIfThere(pointerOf(dataDir)) ?? join(dataDir, 'postgres');
}

/**
 * Decides where PostgreSQL runs. An ordinary user runs it in place. PostgreSQL refuses to run as root: then it
 * runs as the owner of existing data, or else as an unprivileged user; what that user cannot reach in place is
 * put into `reachable`.
 */
export function choosePlacement(
  dataDir: string,
  postgres: PostgresPackage,
  reachable = reachableFolder,
): Placement {
  if (process.getuid?.() !== 0) {
    refuseForeignData(dataDir);
    return { user: undefined, binaries: postgres.folder, cluster: findCluster(dataDir) };
  }
  const user = ownerOf(join(dataDir, 'postgres')) ?? unprivileged;
  const binaries = canRun(user, join(postgres.folder, 'bin/postgres'), ['--version'])
    ? postgres.folder
    : copyBinaries(postgres, makePassableFolder(reachable, 'postgresql'));
  return { user, binaries, cluster: chooseCluster(dataDir, user, reachable) };
}

function chooseCluster(dataDir: string, user: SystemUser, reachable: string): string {
  const inPlace = join(dataDir, 'postgres');
  const canReach = canEnter(user, dataDir);
  if (existsSync(join(inPlace, 'PG_VERSION'))) {
    if (canReach) return inPlace;
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as the user with id ${user.uid}, which cannot reach its data in ${inPlace}. ` +
        'Let others pass through the folders above it (chmod o+x), or move the data folder and set DATA_DIR.',
    );
  }
  const pointer = pointerOf(dataDir);
  if (canReach && !existsSync(pointer)) return inPlace;
  // The path's hash keeps two data folders apart; the random part keeps a removed and re-made one from its old data.
  const path = realpathSync(dataDir);
  const elsewhere = () => {
    removeOrphanedClusters(join(reachable, 'data'));
    const hash = createHash('sha256').update(path).digest('hex').slice(0, 12);
    const folder = makePassableFolder(reachable, 'data', `${hash}-${randomBytes(4).toString('hex')}`);
    noteOwner(folder, path);
    return join(folder, 'postgres');
  };
  const cluster = readOrCreate(pointer, elsewhere);
  if (!existsSync(dirname(cluster))) {
    throw new EmbeddedPostgresError(
      `The data of ${dataDir} is kept in ${dirname(cluster)}, which is gone. Restore it from your backup, or remove ` +
        `${pointer} and ${join(dataDir, 'postgres-password')} to begin with an empty database.`,
    );
  }
  if (canEnter(user, dirname(cluster))) return cluster;
  throw new EmbeddedPostgresError(
    `The user with id ${user.uid}, which PostgreSQL runs as, can reach neither ${dataDir} nor ${dirname(cluster)}. ` +
      'Let others pass through the folders above one of them (chmod o+x), or set DATA_DIR.',
  );
}

function refuseForeignData(dataDir: string): void {
  const own = process.getuid?.();
  for (const name of ['postgres', 'postgres-folder', 'postgres-password']) {
    const uid = statSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
    if (own === undefined || uid === undefined || uid === own) continue;
    throw new EmbeddedPostgresError(
      `${join(dataDir, name)} belongs to the user with id ${uid} and this is ${own}: the data was made by another ` +
        'user, or as root. Start as that user or as root, or set DATA_DIR to another folder.',
    );
  }
}

function ownerOf(folder: string): SystemUser | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

const canEnter = (user: SystemUser, folder: string) =>
  canRun(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);

/** The kernel's own answer: permissions, access lists and mount options together. */
function canRun(user: SystemUser, command: string, args: string[]): boolean {
  const { status, error } = spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPERM') {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this root may not start programs as another user. ' +
        'Start the service as an ordinary user, or set DATABASE_URL.',
    );
  }
  return status === 0;
}
