import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { MAX_HEADER_BYTES, openHeader } from './backup-header.ts';
import { type BackupBeginning, Beginning } from './backup-notes.ts';
import { type BackupRecord, decodeRecords } from './backup-records.ts';
import { openChunks } from './sealed-chunks.ts';

/** A complete backup that the passphrase decrypts. */
export interface OpenBackup {
  readonly beginning: BackupBeginning;
  /** Passes the records after the first to `use`; reports how much of the file has been read, from 0 to 1. */
  read(use: (records: AsyncIterable<BackupRecord>) => Promise<void>, signal: AbortSignal): Promise<void>;
}

type OnProgress = (part: number) => void;

/**
 * Opens a backup and reads it once from end to end, so that a restore never starts with a damaged one.
 *
 * @throws BackupError with a message for the operator.
 */
export async function openBackup(
  file: string,
  passphrase: string,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<OpenBackup> {
  const { start, size } = await readStart(file);
  const { key, bytes } = await openHeader(start, passphrase);
  const readRecords = async (
    use: (records: AsyncIterable<BackupRecord>) => Promise<void>,
    stop: AbortSignal,
  ) => {
    const source = createReadStream(file, { start: bytes });
    const opened = (pieces: AsyncIterable<Buffer>) =>
      openChunks(key, watch(pieces, size - bytes, onProgress));
    await pipeline(source, opened, createGunzip(), (text) => use(decodeRecords(text)), {
      signal: stop,
    }).catch(explain);
  };
  let beginning: BackupBeginning | undefined;
  await readRecords(async (records) => {
    for await (const record of records) beginning ??= parseBeginning(record);
  }, signal);
  if (beginning === undefined) throw new BackupError('the backup is empty');
  return {
    beginning,
    read: (use, stop) =>
      readRecords(async (records) => {
        const rest = records[Symbol.asyncIterator]();
        await rest.next();
        await use({ [Symbol.asyncIterator]: () => rest });
      }, stop),
  };
}

async function* watch(pieces: AsyncIterable<Buffer>, size: number, onProgress: OnProgress) {
  let read = 0;
  for await (const piece of pieces) {
    read += piece.length;
    onProgress(read / size);
    yield piece;
  }
}

async function readStart(file: string): Promise<{ start: Buffer; size: number }> {
  try {
    const handle = await open(file);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
      return { start: buffer.subarray(0, bytesRead), size: (await handle.stat()).size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(
      code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

function parseBeginning(record: BackupRecord): BackupBeginning {
  const parsed = Beginning.safeParse(record.kind === 'note' ? record.value : undefined);
  if (!parsed.success) throw new BackupError('the backup does not begin as expected');
  return parsed.data;
}

/** Decryption is authenticated, so data that zlib or JSON cannot parse was written by a different version. */
function explain(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('Z_') || error instanceof SyntaxError)
    throw new BackupError('the backup contains data that this version does not understand', { cause: error });
  throw error;
}
