import { connect } from '@tributary/db/connect';
import { lockMigrations, requireSupportedVersion } from '@tributary/db/migrate';
import { migrateInTransaction } from '@tributary/db/migrate-in-transaction';
import { compareSchema } from '@tributary/db/schema-state';
import { DatabaseError } from 'pg';
import { BackupError } from './backup-error.ts';
import { isEmptyDatabase } from './list-tables.ts';
import { type Loaded, loadDatabase } from './load-database.ts';
import type { OpenBackup } from './read-backup.ts';

const NOT_EMPTY =
  'there is data already where the backup is to be restored: set DATA_DIR to a new folder, or DATABASE_URL to an ' +
  'empty database';

interface RestoreParts {
  readonly signal: AbortSignal;
  /** Called with everything loaded, before it is committed: what throws here undoes it. */
  readonly beforeCommit: () => Promise<void>;
}

/** @throws BackupError where this version cannot have made the backup's database. */
export function requireKnownSchema({ beginning }: OpenBackup): void {
  const { unknown } = compareSchema(beginning.migrations);
  if (unknown.length > 0)
    throw new BackupError(`the backup was made by a newer version, which knows ${unknown.join(', ')}`);
}

/**
 * Makes an empty database what it was when the backup was made, in one transaction, and brings it up to this version.
 *
 * @throws BackupError where it is not empty, or the backup is not complete. Nothing is left in the database then.
 */
export async function restoreDatabase(
  databaseUrl: string,
  backup: OpenBackup,
  { signal, beforeCommit }: RestoreParts,
): Promise<Loaded> {
  requireKnownSchema(backup);
  const client = await connect(databaseUrl, 'tributary-restore');
  // A lost connection is told by the statement that it fails as well.
  client.on('error', () => {});
  try {
    await requireSupportedVersion(client);
    // An instance that starts on the same database waits, and finds it restored.
    await lockMigrations(client);
    if (!(await isEmptyDatabase(client))) throw new BackupError(NOT_EMPTY);
    let loaded: Loaded = { tables: 0, rows: 0, leftOut: [] };
    await migrateInTransaction(client, backup.beginning.migrations.at(-1) ?? '', () =>
      backup.read(async (records) => {
        loaded = await loadDatabase(client, records).catch(explain);
        await beforeCommit();
      }, signal),
    );
    // Else the first reports would be planned as for empty tables.
    await client.query('analyze');
    return loaded;
  } finally {
    await client.end();
  }
}

function explain(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error;
  throw new BackupError(`the database did not take the backup, of which nothing is kept: ${error.message}`, {
    cause: error,
  });
}
