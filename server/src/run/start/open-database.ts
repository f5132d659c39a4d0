import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import type { Logger } from 'pino';
import type { Config } from '../../platform/settings/config.ts';

/** An open database, and how to close it. */
export interface OpenDatabase {
  readonly url: string;
  /** Where an embedded PostgreSQL keeps its data. */
  readonly folder: string | undefined;
  /** Announces that `close` is about to be called. */
  announceClose(): void;
  close(): Promise<void>;
}

/**
 * The server named by DATABASE_URL, or an embedded PostgreSQL in DATA_DIR.
 *
 * @param onStopRequested called when someone stops that PostgreSQL, in order to stop the service.
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
    settings: { max_connections: String(connectionsFor(config.processes)) },
  });
  return {
    url: embedded.url,
    folder: embedded.folder,
    announceClose: () => embedded.announceStop(),
    close: () => embedded.stop(),
  };
}

/** With some for commands, backups and exports. */
function connectionsFor(processes: number): number {
  return Math.max(100, 40 + 30 * processes);
}

/** A database that is managed externally. */
export function givenDatabase(url: string): OpenDatabase {
  return { url, folder: undefined, announceClose: () => {}, close: async () => {} };
}
