import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** A database to work on, and how to let go of it. */
export interface OpenDatabase {
  readonly url: string;
  /** Where an embedded PostgreSQL keeps its data. */
  readonly folder: string | undefined;
  /** Says that `close` is about to be called. */
  announceClose(): void;
  close(): Promise<void>;
}

/**
 * The server that DATABASE_URL names, else a PostgreSQL of our own below DATA_DIR.
 *
 * @param onStopRequested called when someone stops that PostgreSQL, which is meant to stop the service
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  onStopRequested?: () => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return givenDatabase(config.databaseUrl);
  const postgresLog = log.child({ source: 'postgres' });
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => postgresLog.debug(line),
    ...(onStopRequested && { onStopRequested }),
  });
  return {
    url: embedded.url,
    folder: embedded.folder,
    announceClose: () => embedded.announceStop(),
    close: () => embedded.stop(),
  };
}

/** A database that somebody else keeps running. */
export function givenDatabase(url: string): OpenDatabase {
  return { url, folder: undefined, announceClose: () => {}, close: async () => {} };
}
