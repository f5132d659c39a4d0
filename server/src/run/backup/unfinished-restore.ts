import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchemaState } from '@tributary/db/schema-state';
import { ConfigError } from '../../platform/settings/config.ts';

const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Marks in a data folder that a restore into it has started. */
export async function markRestore(dataDir: string): Promise<void> {
  await writeFile(markOf(dataDir), '', { mode: 0o600 });
}

/** Marks the restore as complete. */
export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true });
}

/**
 * Keeps a service from starting with empty data after an unfinished restore. A restore whose transaction was committed
 * is complete even if it was killed afterwards.
 *
 * @throws ConfigError if it was killed before the commit.
 */
export async function refuseUnfinishedRestore(dataDir: string, databaseUrl: string): Promise<void> {
  if (!existsSync(markOf(dataDir))) return;
  const { executed } = await readSchemaState(databaseUrl);
  if (executed.length === 0) {
    throw new ConfigError(
      `a restore into DATA_DIR ${dataDir} was not finished. Run it again (npm run admin -- restore <file>), ` +
        'or remove that folder to start with no data',
    );
  }
  await unmarkRestore(dataDir);
}
