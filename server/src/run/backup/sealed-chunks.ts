import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { BackupError } from './backup-error.ts';

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * Encrypts a stream of any length with AES-256-GCM, one chunk at a time. The nonce of a chunk is its number and whether
 * it is the last, so missing, moved or truncated chunks do not decrypt. A key must encrypt only one stream.
 */
export async function* sealChunks(key: KeyObject, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { bytes, isLast } of cutIntoChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts what `sealChunks` wrote. @throws BackupError at the first chunk that was modified. */
export async function* openChunks(key: KeyObject, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { bytes, isLast } of cutIntoChunks(source, SEALED_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, isLast), {
      authTagLength: TAG_BYTES,
    });
    yield openChunk(decipher, bytes);
  }
}

function openChunk(decipher: ReturnType<typeof createDecipheriv>, bytes: Buffer): Buffer {
  try {
    const end = bytes.length - TAG_BYTES;
    (decipher as import('node:crypto').DecipherGCM).setAuthTag(bytes.subarray(end));
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
  } catch {
    throw new BackupError('the backup is damaged or was cut short');
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Splits a stream into chunks of one size; the last, of which there is always one, may be shorter or empty. */
async function* cutIntoChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    held.push(piece);
    length += piece.length;
    if (length <= size) continue;
    let all = Buffer.concat(held);
    // Only the end of the stream shows which chunk is the last, so one is always held back.
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), isLast: false };
    held = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
