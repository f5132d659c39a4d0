import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchemaState } from '@tributary/db/schema-state';
import { ConfigError } from '../config.ts';

const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Notes in a data folder that a restore into it has begun. */
export async function markRestore(dataDir: string): Promise<void> {
  await writeFile(markOf(dataDir), '', { mode: 0o600 });
}

/** Notes that the restore is complete. */
export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true });
}

/**
 * Keeps a service from starting with nothing where its data was to be restored. A restore that was cut off after its one
 * transaction is complete.
 *
 * @throws ConfigError where it was cut off before.
 */
export async function refuseUnfinishedRestore(dataDir: string, databaseUrl: string): Promise<void> {
  if (!existsSync(markOf(dataDir))) return;
  const { executed } = await readSchemaState(databaseUrl);
  if (executed.length === 0) {
    throw new ConfigError(
      `a restore into DATA_DIR ${dataDir} was not finished. Run it again (npm run admin -- restore <file>), ` +
        'or remove that folder to begin with nothing',
    );
  }
  await unmarkRestore(dataDir);
}
