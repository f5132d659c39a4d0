import { realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { readIfExists } from '../read-or-create.ts';

// If PostgreSQL's user cannot reach the data folder, a file in it names the folder with its data, and a file there names
// the data folder.

/** The file in `dataDir` that names the folder with PostgreSQL's data. */
export const pointerOf = (dataDir: string): string => join(dataDir, 'postgres-folder');

const ownerFileOf = (folder: string) => join(folder, 'belongs-to');

/** Records in `folder`, which holds data outside of its data folder, that it belongs to `dataDir`. */
export function recordOwner(folder: string, dataDir: string): void {
  writeFileSync(ownerFileOf(folder), dataDir);
}

/** The data folder that `recordOwner` recorded, if any. */
export function readOwner(folder: string): string | undefined {
  return readIfExists(ownerFileOf(folder));
}

/**
 * Throws if `dataDir` names the data `cluster` only because it is a copy of the folder that the data belongs to: both
 * would use the same data. A folder that was moved, or is reached by another path, is accepted.
 */
export function refuseCopy(dataDir: string, cluster: string): void {
  const original = readOwner(dirname(cluster));
  if (original === undefined || readIfExists(pointerOf(original)) !== cluster) return;
  if (isSameFolder(original, dataDir)) return;
  throw new EmbeddedPostgresError(
    `DATA_DIR ${dataDir} is a copy of ${original}, but the data itself is outside of both, in ${dirname(cluster)}. ` +
      'To copy the data, back up the original and restore it into a new DATA_DIR ' +
      '(npm run admin -- backup, restore).',
  );
}

function isSameFolder(one: string, other: string): boolean {
  if (realpathSync(one) === realpathSync(other)) return true;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
