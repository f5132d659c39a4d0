import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../platform/errors/errors.ts';
import type { Pace } from '../../platform/net/arrival/receive-body.ts';
import type { FileFormat } from '../parse/read-rows.ts';

/** Of a file, as sent and inflated, in bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

const FORMATS: Readonly<Record<string, FileFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'text/plain': 'detect',
};
/** How a file has to arrive: within two minutes, and of 8 KB at least in each ten seconds of them. */
export const UPLOAD_PACE: Pace = { maxMs: 120_000, lookEveryMs: 5000, leastBytes: 8192 };
/** What platform/text-files/decode-text.ts reads, by the names that clients have for it; which it is, the bytes tell. */
const CHARSET = /^(?:utf-?8|us-ascii|utf-?16(?:le|be)?|windows-1252|cp1252|iso-8859-1)$/i;

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
  if (name !== undefined && !CHARSET.test(name))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the charset must be utf-8, utf-16 or windows-1252');
  return format;
}

/** Whether the header announces gzip. @throws AppError VALIDATION_ERROR for another encoding than gzip */
export function readIsGzip(contentEncoding: string | undefined): boolean {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (['gzip', 'x-gzip'].includes(encoding)) return true;
  if (['', 'identity'].includes(encoding)) return false;
  throw new AppError('VALIDATION_ERROR', 'content-encoding must be gzip or identity');
}

/**
 * The file, inflated if it is gzip by its header or its first bytes.
 *
 * @throws AppError PAYLOAD_TOO_LARGE for more than 5 MB, VALIDATION_ERROR for gzip that does not decompress.
 */
export async function inflateUpload(isGzip: boolean, body: Uint8Array): Promise<Uint8Array> {
  const hasMagic = body[0] === 0x1f && body[1] === 0x8b;
  if (!isGzip && !hasMagic) return body;
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

const CHUNK = 64 * 1024;

/** A file in portions, so that reading it leaves time for other requests. */
export function* inChunks(file: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < file.byteLength; from += CHUNK) yield file.subarray(from, from + CHUNK);
}
