import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { awaitPredecessor } from './await-predecessor.ts';
import { choosePlacement, findCluster } from './choose-placement.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostgresPackage } from './find-postgres-package.ts';
import { clearReusedPid, findPostmaster } from './find-postmaster.ts';
import { initCluster, superuser } from './init-cluster.ts';
import { keepPostgresRunning } from './keep-postgres-running.ts';
import { makeDataFolder } from './make-data-folder.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { readIfThere, readOrCreate } from './read-or-create.ts';
import { disownSocketFolder, makeSocketFolder } from './socket-folder.ts';

const database = 'tributary';

export interface EmbeddedPostgresOptions {
  /** Holds the data (`postgres/`) and the generated password; made where it is missing. */
  readonly dataDir: string;
  /** Takes PostgreSQL's own messages and ours about it, line by line; default: nobody. */
  readonly log?: (line: string) => void;
  /** Called when somebody else tells PostgreSQL or its supervisor to stop, by a signal; default: it starts again. */
  readonly onToldToStop?: () => void;
  /** Settings beside and above the service's own. */
  readonly settings?: PostgresSettings;
  /** How long another PostgreSQL on the same data is waited for whose service has ended; default 60 s. */
  readonly patienceMs?: number;
  /** As root: where what the unprivileged user cannot reach is put; default /var/lib/tributary. */
  readonly reachableFolder?: string;
}

export interface EmbeddedPostgres {
  /** For any client that takes a connection string; a unix socket, so only on this machine. */
  readonly url: string;
  /** Where the data is: `postgres` in `dataDir`, or where PostgreSQL's user can reach it. */
  readonly folder: string;
  /** Says that `stop` is about to be called: whoever starts on the same data now waits instead of giving up. */
  announceStop(): void;
  /** Ends all sessions, writes everything and resolves when no process is left. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the project on the data in `dataDir`, which it makes at the first time.
 * It ends with this process at the latest, also when that is killed. Throws an error for people to read where the
 * data is in use, of another major version, or somebody else's.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  makeDataFolder(dataDir);
  const postgres = findPostgresPackage();
  const placement = choosePlacement(dataDir, postgres, options.reachableFolder);
  const password = readPassword(dataDir, placement.cluster);
  const place = { dataDir, cluster: placement.cluster };
  await awaitPredecessor(place, options.patienceMs ?? 60_000);
  await initCluster(placement, postgres.major, password);
  clearReusedPid(placement.cluster);
  const socketFolder = makeSocketFolder(placement.user);
  const { log = () => {}, onToldToStop = () => {}, settings = {} } = options;
  const server = { placement, socketFolder, settings, log, onToldToStop };
  const stop = await keepPostgresRunning(server).catch(async (error) => {
    rmSync(socketFolder, { recursive: true, force: true });
    // Two starts at once: PostgreSQL let one of them have the data, and this was the other.
    await awaitPredecessor(place, 0);
    throw error;
  });
  try {
    await createDatabase(buildUrl(password, socketFolder, 'postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: buildUrl(password, socketFolder, database),
    folder: placement.cluster,
    announceStop: () => disownSocketFolder(socketFolder),
    stop,
  };
}

/**
 * The address of the PostgreSQL that another process runs on the data in `dataDir`; undefined where none takes
 * connections there.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const postmaster = findPostmaster(findCluster(resolve(dataDir)));
  const password = readIfThere(passwordFile(resolve(dataDir)));
  if (postmaster?.status !== 'ready' || password === undefined) return undefined;
  return buildUrl(password, postmaster.socketFolder, database);
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password');

function readPassword(dataDir: string, cluster: string): string {
  const file = passwordFile(dataDir);
  if (!existsSync(file) && existsSync(join(cluster, 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${file} is missing, the password of the data in ${cluster}. Restore it from your backup.`,
    );
  }
  return readOrCreate(file, () => randomBytes(24).toString('base64url'));
}

// `localhost` is there for parsers that know no URL without a host; clients go by the parameter.
function buildUrl(password: string, socketFolder: string, name: string): string {
  return `postgresql://${superuser}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}
