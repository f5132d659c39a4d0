import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { initCluster, superuser } from './init-cluster.ts';
import { choosePlacement, findCluster } from './placement/choose-placement.ts';
import { findPostgresPackage } from './placement/find-postgres-package.ts';
import { makeDataFolder } from './placement/make-data-folder.ts';
import { clearReusedPid, findPostmaster } from './processes/find-postmaster.ts';
import { readIfExists, readOrCreate } from './read-or-create.ts';
import { awaitPredecessor } from './supervisor/await-predecessor.ts';
import { keepPostgresRunning } from './supervisor/keep-postgres-running.ts';
import type { PostgresSettings } from './supervisor/postgres-settings.ts';
import { disownSocketFolder, makeSocketFolder } from './supervisor/socket-folder.ts';

const database = 'tributary';

export interface EmbeddedPostgresOptions {
  /** Holds the data (`postgres/`) and the generated password; created if missing. */
  readonly dataDir: string;
  /** Receives PostgreSQL's messages and ours about it, line by line; default: they are discarded. */
  readonly log?: (line: string) => void;
  /** Called when another process asks PostgreSQL or its supervisor to stop, by a signal; default: it is restarted. */
  readonly onStopRequested?: () => void;
  /** Settings in addition to the service's defaults, which they override. */
  readonly settings?: PostgresSettings;
  /** How long to wait for another PostgreSQL on the same data whose service has ended; default 60 s. */
  readonly maxWaitMs?: number;
  /** As root: where to put what the unprivileged user cannot reach otherwise; default /var/lib/tributary. */
  readonly reachableFolder?: string;
}

export interface EmbeddedPostgres {
  /** A connection string for any client on this machine: it names a unix socket. */
  readonly url: string;
  /** Where the data is: `postgres` in `dataDir`, or where PostgreSQL's user can reach it. */
  readonly folder: string;
  /** Announces that `stop` is about to be called: a service that starts on the same data now waits instead of failing. */
  announceStop(): void;
  /** Ends all sessions, writes everything to disk and resolves when no process is left. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the project on the data in `dataDir`, creating it the first time.
 * It ends with this process at the latest, even if that is killed. Throws an EmbeddedPostgresError if the data is in
 * use, belongs to another major version or to another user.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  makeDataFolder(dataDir);
  const postgres = findPostgresPackage();
  const placement = choosePlacement(dataDir, postgres, options.reachableFolder);
  const password = readPassword(dataDir, placement.cluster);
  const place = { dataDir, cluster: placement.cluster };
  await awaitPredecessor(place, options.maxWaitMs ?? 60_000);
  await initCluster(placement, postgres.major, password);
  clearReusedPid(placement.cluster);
  const socketFolder = makeSocketFolder(placement.user);
  const { log = () => {}, onStopRequested = () => {}, settings = {} } = options;
  const server = { placement, socketFolder, settings, log, onStopRequested };
  const stop = await keepPostgresRunning(server).catch(async (error) => {
    rmSync(socketFolder, { recursive: true, force: true });
    // Of two starts at once, PostgreSQL gave the data to the other one.
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
 * Returns the URL of the PostgreSQL that another process runs on the data in `dataDir`; undefined if none accepts
 * connections there.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const postmaster = findPostmaster(findCluster(resolve(dataDir)));
  const password = readIfExists(passwordFile(resolve(dataDir)));
  if (postmaster?.status !== 'ready' || password === undefined) return undefined;
  return buildUrl(password, postmaster.socketFolder, database);
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password');

function readPassword(dataDir: string, cluster: string): string {
  const file = passwordFile(dataDir);
  if (!existsSync(file) && existsSync(join(cluster, 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${file} is missing; it holds the password for the data in ${cluster}. Restore it from your backup.`,
    );
  }
  return readOrCreate(file, () => randomBytes(24).toString('base64url'));
}

// `localhost` satisfies URL parsers that require a host; clients use the `host` parameter.
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
