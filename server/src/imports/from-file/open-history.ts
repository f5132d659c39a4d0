import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** A file on disk that is imported. */
export interface HistoryFile {
  readonly bytes: number;
  /** Identifies its content. */
  readonly digest: string;
  /** Its content, inflated if it is gzip. @param onRead is called with the bytes of the file that were read so far. */
  read(onRead: (bytes: number) => void): AsyncIterable<Uint8Array>;
}

const CHUNK = 256 * 1024;

/** @param salt makes the digest differ for other uses of the same content. */
export async function openHistory(path: string, salt: string): Promise<HistoryFile> {
  const { size } = await stat(path);
  const hash = createHash('sha256').update(`${salt}\n`);
  await pipeline(createReadStream(path, { highWaterMark: CHUNK }), hash);
  const isGzip = await beginsAsGzip(path);
  return {
    bytes: size,
    digest: hash.digest('hex'),
    async *read(onRead) {
      const file = createReadStream(path, { highWaterMark: CHUNK });
      let bytes = 0;
      file.on('data', (chunk) => {
        bytes += chunk.length;
        onRead(bytes);
      });
      file.pause();
      yield* isGzip ? file.compose(createGunzip()) : file;
    },
  };
}

async function beginsAsGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
