import { connect } from '@tributary/db/connect';
import { lockMigrations, requireSupportedVersion, requireUsableSchema } from '@tributary/db/migrate';
import { migrateInTransaction } from '@tributary/db/migrate-in-transaction';
import { compareSchema } from '@tributary/db/schema-state';
import { DatabaseError } from 'pg';
import { BackupError } from './backup-error.ts';
import { isEmptyDatabase } from './list-tables.ts';
import { type Loaded, loadDatabase } from './load-database.ts';
import type { OpenBackup } from './read-backup.ts';

const NOT_EMPTY =
  'the place to restore to already has data: set DATA_DIR to a new folder, or DATABASE_URL to an ' +
  'empty database';

interface RestoreParts {
  readonly signal: AbortSignal;
  /** Called when everything is loaded, before the commit: an error here undoes the restore. */
  readonly beforeCommit: () => Promise<void>;
}

/** @throws BackupError if the backup's schema is unknown to this version. */
export function requireKnownSchema({ beginning }: OpenBackup): void {
  const { unknown } = compareSchema(beginning.migrations);
  if (unknown.length > 0)
    throw new BackupError(`the backup was made by a newer version, which knows ${unknown.join(', ')}`);
}

/**
 * Restores a backup into an empty database, in one transaction, and migrates it to this version.
 *
 * @throws BackupError if the database is not empty or the backup is not complete. The database is then unchanged.
 */
export async function restoreDatabase(
  databaseUrl: string,
  backup: OpenBackup,
  { signal, beforeCommit }: RestoreParts,
): Promise<Loaded> {
  requireKnownSchema(backup);
  const client = await connect(databaseUrl, 'tributary-restore');
  try {
    await requireSupportedVersion(client);
    // An instance that starts on the same database waits, and finds it restored.
    await lockMigrations(client);
    await requireUsableSchema(client);
    if (!(await isEmptyDatabase(client))) throw new BackupError(NOT_EMPTY);
    let loaded: Loaded = { tables: 0, rows: 0, leftOut: [] };
    await migrateInTransaction(client, backup.beginning.migrations.at(-1) ?? '', () =>
      backup.read(async (records) => {
        loaded = await loadDatabase(client, records).catch(explain);
        await beforeCommit();
      }, signal),
    );
    // Otherwise the first reports would be planned as if the tables were empty.
    await client.query('analyze');
    return loaded;
  } finally {
    await client.end();
  }
}

function explain(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error;
  throw new BackupError(`the database rejected the backup, and nothing of it is kept: ${error.message}`, {
    cause: error,
  });
}
