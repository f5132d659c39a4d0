import { gunzipSync } from 'node:zlib';
import { MAX_BODY_BYTES } from '@tributary/sdk/wire/limits';
import { AppError } from '../../platform/errors/errors.ts';

/** The least and the most memory allocated at a time for an inflated body. */
const MIN_CHUNK = 256;
const MAX_CHUNK = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body as text, inflated if it is gzip by its header or its first bytes. A leading byte order mark is
 * dropped.
 *
 * @param contentEncoding the header.
 * @param readBody reads it as it was sent, up to a limit in bytes.
 * @throws AppError PAYLOAD_TOO_LARGE for more than 256 KB, sent or inflated, and for gzip that does not decompress;
 * VALIDATION_ERROR for an unknown encoding and for invalid UTF-8.
 */
export async function readEventText(
  contentEncoding: string | null | undefined,
  readBody: (limit: number) => Promise<Uint8Array>,
): Promise<string> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  const saysGzip = encoding === 'gzip' || encoding === 'x-gzip';
  if (!saysGzip && encoding !== '' && encoding !== 'identity') {
    throw new AppError('VALIDATION_ERROR', 'content-encoding must be gzip or identity');
  }
  const body = await readBody(MAX_BODY_BYTES);
  return decode(saysGzip || hasGzipMagic(body) ? inflate(body) : body);
}

function hasGzipMagic(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function inflate(body: Uint8Array): Uint8Array {
  try {
    // Synchronous: for a body this small, handing it to another thread costs more than the work.
    return gunzipSync(body, { maxOutputLength: MAX_BODY_BYTES, chunkSize: inflatedSize(body) });
  } catch (cause) {
    const reason = isTooLong(cause) ? `inflates to more than ${MAX_BODY_BYTES} bytes` : 'does not decompress';
    throw new AppError('PAYLOAD_TOO_LARGE', `the gzip body ${reason}`, { cause });
  }
}

/** The inflated size according to the body's last four bytes: only a hint that saves memory. */
function inflatedSize(body: Uint8Array): number {
  const said =
    body.length < 18 ? 0 : new DataView(body.buffer, body.byteOffset + body.length - 4).getUint32(0, true);
  return Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, said + 1));
}

function isTooLong(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('VALIDATION_ERROR', 'the body is not valid UTF-8', { cause });
  }
}
