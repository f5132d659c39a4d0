import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../errors.ts';
import { readBody } from '../../http/requests/read-body.ts';
import type { FileFormat } from '../parse/read-rows.ts';

/** Of a file, as sent and inflated, in bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

const FORMATS: Readonly<Record<string, FileFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'text/plain': 'detect',
};
/** How long a file may take to arrive, in ms. */
const MAX_MS = 120_000;
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

const inflate = promisify(gunzip);

/** The format that the content type announces. @throws AppError UNSUPPORTED_MEDIA_TYPE */
export function readFormat(contentType: string | undefined): FileFormat {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  const key = type.toLowerCase();
  const format = Object.hasOwn(FORMATS, key) ? FORMATS[key] : undefined;
  if (format === undefined) {
    const known = Object.keys(FORMATS).join(', ');
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `the content type must be one of ${known}`);
  }
  const charset = parameters.find((parameter) => /^charset\s*=/i.test(parameter));
  const name = charset?.replace(/^[^=]*=\s*/, '').replaceAll('"', '');
  if (name !== undefined && !UTF_8.test(name))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the file must be UTF-8');
  return format;
}

/**
 * Reads the uploaded file, inflated if it is gzip by its header or its first bytes.
 *
 * @param maxMs how long it may take to arrive.
 * @throws AppError PAYLOAD_TOO_LARGE for more than 5 MB, sent or inflated; VALIDATION_ERROR for an unknown encoding, for
 * gzip that does not decompress, and for a file that takes too long.
 */
export async function readUpload(request: Request, maxMs = MAX_MS): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const saysGzip = encoding === 'gzip' || encoding === 'x-gzip';
  if (!saysGzip && encoding !== '' && encoding !== 'identity')
    throw new AppError('VALIDATION_ERROR', 'content-encoding must be gzip or identity');
  const body = await inTime(readBody(request, MAX_FILE_BYTES), maxMs);
  const hasMagic = body[0] === 0x1f && body[1] === 0x8b;
  if (!saysGzip && !hasMagic) return body;
  try {
    return await inflate(body, { maxOutputLength: MAX_FILE_BYTES });
  } catch (cause) {
    const isTooLong = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLong)
      throw new AppError('PAYLOAD_TOO_LARGE', `the file inflates to more than ${MAX_FILE_BYTES} bytes`, {
        cause,
      });
    throw new AppError('VALIDATION_ERROR', 'the file is not valid gzip', { cause });
  }
}

async function inTime<T>(reading: Promise<T>, maxMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const message = `the file did not arrive within ${maxMs / 1000} seconds`;
  const timer = setTimeout(() => late.reject(new AppError('VALIDATION_ERROR', message)), maxMs);
  try {
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const CHUNK = 64 * 1024;

/** A file in portions, so that reading it leaves time for other requests. */
export function* inChunks(file: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < file.byteLength; from += CHUNK) yield file.subarray(from, from + CHUNK);
}
