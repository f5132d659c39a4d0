import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';

/** Explains errors of the operating system to the operator who set DATA_DIR. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be created there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: "this user's disk quota is exhausted",
  ENAMETOOLONG: 'its name is too long',
};

/**
 * Creates the service's data folder and its parents if they do not exist, and checks that the folder is writable.
 * Throws an EmbeddedPostgresError that names DATA_DIR if it is not.
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

/** Like `recursive`, which never returns below /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    // Others may traverse it, since under root PostgreSQL runs as another user; secrets in it have mode 0600.
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    // Another process created it first.
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
      `${join(dataDir, name)} belongs to the user with id ${uid}, but the service runs as ${own}: the data was created ` +
        'by another user or as root. Start as that user or as root, or set DATA_DIR to a different folder.',
    );
  }
}
