import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { createHeader } from './backup-header.ts';
import { type BackupRecord, encodeRecords } from './backup-records.ts';
import { nameDraft, removeDeadDrafts, SIGN_OF_LIFE_MS } from './drafts.ts';
import { sealChunks } from './sealed-chunks.ts';

/** Fast rather than small: a backup should not keep the CPU from the running service longer than necessary. */
const COMPRESSION = { level: 1 };

/**
 * Writes records to a new file, compressed and encrypted with the passphrase; returns its size in bytes. The file has
 * mode 0600, and its name appears only when it is complete and on disk. Removes what killed backups left in the folder.
 * `keyCost` is what trying a passphrase costs, by default a lot.
 *
 * @throws BackupError if the file exists or cannot be written; nothing is left behind.
 */
export async function writeBackup(
  file: string,
  passphrase: string,
  records: AsyncIterable<BackupRecord>,
  signal: AbortSignal,
  keyCost?: number,
): Promise<number> {
  await refuseExisting(file);
  const draft = nameDraft(file);
  const { key, text } = await createHeader(passphrase, keyCost);
  try {
    const handle = await open(draft, 'wx', 0o600);
    const life = showLife(handle);
    try {
      await handle.writeFile(text);
      await removeDeadDrafts(draft);
      const sink = async (source: AsyncIterable<Buffer>) => {
        for await (const piece of source) await handle.writeFile(piece);
      };
      const sealed = (source: AsyncIterable<Buffer>) => sealChunks(key, source);
      await pipeline(encodeRecords(records), createGzip(COMPRESSION), sealed, sink, { signal });
      await handle.sync();
    } finally {
      clearInterval(life);
      await handle.close();
    }
    await refuseExisting(file);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } catch (error) {
    await rm(draft, { force: true });
    throw explain(error, file);
  }
}

/** Keeps the file's time recent, also while nothing arrives that could be written. */
function showLife(handle: FileHandle): NodeJS.Timeout {
  const touch = () => handle.utimes(new Date(), new Date()).catch(() => {});
  return setInterval(touch, SIGN_OF_LIFE_MS).unref();
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw new BackupError(`${file} already exists; choose a new name`);
}

/** Otherwise the file's name could be lost in a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's disk quota is exhausted",
  EFBIG: 'the file exceeds the size limit',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENAMETOOLONG: 'its name is too long',
};

/** Turns file system errors into readable messages; returns any other error unchanged. */
function explain(error: unknown, file: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !(code in REASONS)) return error;
  return new BackupError(`${file} cannot be written: ${REASONS[code]}; nothing was kept`, { cause: error });
}
