import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** A database to work on, and how to let go of it. */
export interface OpenDatabase {
  readonly url: string;
  /** Where an embedded PostgreSQL keeps its data. */
  readonly folder: string | undefined;
  close(): Promise<void>;
}

/**
 * The server that DATABASE_URL names, else a PostgreSQL of our own below DATA_DIR.
 *
 * @param onToldToStop called when somebody stops that PostgreSQL, who means the service.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  onToldToStop?: () => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, folder: undefined, close: async () => {} };
  const postgresLog = log.child({ source: 'postgres' });
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => postgresLog.debug(line),
    ...(onToldToStop && { onToldToStop }),
  });
  return { url: embedded.url, folder: embedded.folder, close: () => embedded.stop() };
}
