import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { readIfExists, readOrCreate } from '../read-or-create.ts';
import { copyBinaries } from './copy-binaries.ts';
import { pointerOf, readOwner, recordOwner, refuseCopy } from './data-elsewhere.ts';
import type { PostgresPackage } from './find-postgres-package.ts';
import { makeTraversableFolder } from './make-traversable-folder.ts';
import { removeOrphanedClusters } from './remove-orphaned-clusters.ts';

/** An operating-system user, by numeric ids. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where PostgreSQL and its data are, and which user it runs as. */
export interface Placement {
  /** Undefined: PostgreSQL runs as the user of this process. */
  readonly user: SystemUser | undefined;
  /** The folder with bin/, lib/ and share/. */
  readonly binaries: string;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
}

// `nobody` on every system: a user that exists and owns nothing.
const unprivileged: SystemUser = { uid: 65534, gid: 65534 };

/** Holds what the unprivileged user must reach when it can reach neither the checkout nor the data folder. */
const reachableFolder = '/var/lib/tributary';

/**
 * Returns where the data of `dataDir` is, without creating anything: in the data folder itself, unless an earlier start
 * recorded another place. Throws if the folder is a copy that names the data of the original.
 */
export function findCluster(dataDir: string): string {
  const elsewhere = readIfExists(pointerOf(dataDir));
  if (elsewhere === undefined) return join(dataDir, 'postgres');
  refuseCopy(dataDir, elsewhere);
  return elsewhere;
}

/**
 * Decides where PostgreSQL runs. An ordinary user runs it in place. As root, which PostgreSQL refuses to run as, it
 * runs as the owner of existing data, or else as an unprivileged user; whatever that user cannot reach in place goes
 * into `reachable`.
 */
export function choosePlacement(
  dataDir: string,
  postgres: PostgresPackage,
  reachable = reachableFolder,
): Placement {
  if (process.getuid?.() !== 0)
    return { user: undefined, binaries: postgres.folder, cluster: findCluster(dataDir) };
  const user = ownerOf(join(dataDir, 'postgres')) ?? unprivileged;
  const binaries = canRun(user, join(postgres.folder, 'bin/postgres'), ['--version'])
    ? postgres.folder
    : copyBinaries(postgres, makeTraversableFolder(reachable, 'postgresql'));
  return { user, binaries, cluster: chooseCluster(dataDir, user, reachable) };
}

function chooseCluster(dataDir: string, user: SystemUser, reachable: string): string {
  const inPlace = join(dataDir, 'postgres');
  const canReach = canEnter(user, dataDir);
  if (existsSync(join(inPlace, 'PG_VERSION'))) {
    if (canReach) return inPlace;
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as the user with id ${user.uid}, which cannot reach its data in ${inPlace}. ` +
        'Let others traverse the folders above it (chmod o+x), or move the data folder and set DATA_DIR.',
    );
  }
  const pointer = pointerOf(dataDir);
  if (canReach && !existsSync(pointer)) return inPlace;
  // The hash of the path separates data folders; the random part keeps a recreated folder from finding its old data.
  const path = realpathSync(dataDir);
  const elsewhere = () => {
    removeOrphanedClusters(join(reachable, 'data'));
    const hash = createHash('sha256').update(path).digest('hex').slice(0, 12);
    const folder = makeTraversableFolder(reachable, 'data', `${hash}-${randomBytes(4).toString('hex')}`);
    recordOwner(folder, path);
    return join(folder, 'postgres');
  };
  const cluster = readOrCreate(pointer, elsewhere);
  if (!existsSync(dirname(cluster))) {
    throw new EmbeddedPostgresError(
      `The data of ${dataDir} is kept in ${dirname(cluster)}, which no longer exists. Restore it from your backup, or ` +
        `remove ${pointer} and ${join(dataDir, 'postgres-password')} to start with an empty database.`,
    );
  }
  refuseCopy(dataDir, cluster);
  if (readOwner(dirname(cluster)) !== path) recordOwner(dirname(cluster), path);
  if (canEnter(user, dirname(cluster))) return cluster;
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as the user with id ${user.uid}, which can reach neither ${dataDir} nor ${dirname(cluster)}. ` +
      'Let others traverse the folders above one of them (chmod o+x), or set DATA_DIR.',
  );
}

function ownerOf(folder: string): SystemUser | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

const canEnter = (user: SystemUser, folder: string) =>
  canRun(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);

/** Asks the kernel by trying, which covers permissions, access lists and mount options. */
function canRun(user: SystemUser, command: string, args: string[]): boolean {
  const { status, error } = spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPERM') {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and root is not allowed to start programs as another user here. ' +
        'Start the service as an ordinary user, or set DATABASE_URL.',
    );
  }
  return status === 0;
}
