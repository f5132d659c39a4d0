import { realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { readIfThere } from './read-or-create.ts';

// A data folder that PostgreSQL's user cannot reach holds a pointer to where its data is, and a note there points back.

/** The file in `dataDir` that says where PostgreSQL's data is. */
export const pointerOf = (dataDir: string): string => join(dataDir, 'postgres-folder');

const noteOf = (folder: string) => join(folder, 'belongs-to');

/** Notes in a folder that holds data away from its data folder which one that is. */
export function noteOwner(folder: string, dataDir: string): void {
  writeFileSync(noteOf(folder), dataDir);
}

/** The data folder that `noteOwner` noted; undefined where it did not. */
export function readOwner(folder: string): string | undefined {
  return readIfThere(noteOf(folder));
}

/**
 * Throws where `dataDir` points to the data `cluster` only because it is a copy of the folder that the data belongs to:
 * both would use the same data. A folder that was moved, or is reached by another path, passes.
 */
export function refuseCopy(dataDir: string, cluster: string): void {
  const original = readOwner(dirname(cluster));
  if (original === undefined || readIfThere(pointerOf(original)) !== cluster) return;
  if (isSameFolder(original, dataDir)) return;
  throw new EmbeddedPostgresError(
    `DATA_DIR ${dataDir} is a copy of ${original}, and their data is kept apart from both, in ${dirname(cluster)}. ` +
      'To have the data twice, make a backup beside the original and restore it into a new DATA_DIR ' +
      '(npm run admin -- backup, restore).',
  );
}

function isSameFolder(one: string, other: string): boolean {
  if (realpathSync(one) === realpathSync(other)) return true;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
