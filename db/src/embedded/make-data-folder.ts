import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** What an error of the operating system means for whoever set DATA_DIR. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
  ENAMETOOLONG: 'its name is too long',
};

/**
 * Makes the folder of the service's data, with those above it, where there is none, and tries whether it can be
 * written to. Throws an error that names DATA_DIR where not.
 */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    refuseForeignData(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, '.try-')));
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError(`DATA_DIR ${dataDir} cannot be used: ${REASONS[code] ?? message}`);
  }
}

/** As `recursive` does, which never ends below /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    // Others may pass through, for PostgreSQL's user is another one under root; what is secret in it is 0600.
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) throw new Error(`${path} is not a folder`);
  return found !== undefined;
}

function refuseForeignData(dataDir: string): void {
  const own = process.getuid?.();
  if (own === 0) return;
  for (const name of ['postgres', 'postgres-folder', 'postgres-password', 'service-secret']) {
    const uid = statSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
    if (own === undefined || uid === undefined || uid === own) continue;
    throw new EmbeddedPostgresError(
      `${join(dataDir, name)} belongs to the user with id ${uid} and this is ${own}: the data was made by another ` +
        'user, or as root. Start as that user or as root, or set DATA_DIR to another folder.',
    );
  }
}
