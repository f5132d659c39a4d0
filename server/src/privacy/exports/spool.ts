import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/errors/errors.ts';

/** An unlinked file: it disappears when it is closed or the process ends. */
export interface Spool {
  /** @throws AppError PAYLOAD_TOO_LARGE over the limit, OVERLOADED if the disk is full. */
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes written so far. */
  size(): number;
  /** Reads up to 64 KB from a position; empty at the end. */
  read(position: number): Promise<Uint8Array<ArrayBuffer>>;
  /** May be called more than once. */
  close(): Promise<void>;
}

const READ_BYTES = 65_536;
const PREFIX = 'export-';
/** Never opens an existing file. */
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/** @param folder is created if missing. @param maxBytes the most that it can hold. */
export async function openSpool(folder: string, maxBytes: number): Promise<Spool> {
  const file = await openUnlinked(folder).catch(diskFailed);
  let size = 0;
  let closing: Promise<void> | undefined;
  return {
    async write(bytes) {
      if (size + bytes.length > maxBytes) {
        const limit = `${Math.floor(maxBytes / 1_048_576)} MB`;
        throw new AppError('PAYLOAD_TOO_LARGE', `the export is larger than ${limit}; lower p_max_rows`);
      }
      await writeAll(file, bytes, size).catch(diskFailed);
      size += bytes.length;
    },
    size: () => size,
    async read(position) {
      const buffer = new Uint8Array(READ_BYTES);
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
      return buffer.subarray(0, bytesRead);
    },
    close() {
      closing ??= file.close();
      return closing;
    },
  };
}

/** Removes the file of a process that was killed between creating and unlinking it. */
export async function sweepSpools(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(PREFIX)) await rm(join(folder, name), { force: true });
}

async function openUnlinked(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, PREFIX + randomUUID());
  const file = await open(path, FLAGS, 0o600);
  try {
    await rm(path, { force: true });
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** On a nearly full disk a write may be partial. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const rest = bytes.length - written;
    written += (await file.write(bytes, written, rest, position + written)).bytesWritten;
  }
}

function diskFailed(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const what = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : 'the disk cannot be written to';
  throw new AppError('OVERLOADED', `the export cannot be made: ${what} where the service runs`, {
    retryAfter: 60,
    cause,
  });
}
