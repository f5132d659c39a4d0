import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { ContentEncoding } from './choose-encoding.ts';

/** A file in every encoding that clients may ask for. */
export type EncodedBody = Record<ContentEncoding, Uint8Array<ArrayBuffer>>;

/** @param br the same, compressed already: compressing it well takes long. */
export async function encodeBody(
  identity: Uint8Array<ArrayBuffer>,
  br?: Uint8Array<ArrayBuffer>,
): Promise<EncodedBody> {
  return {
    identity,
    gzip: new Uint8Array(await promisify(gzip)(identity, { level: 9 })),
    br: br ?? new Uint8Array(await promisify(brotliCompress)(identity)),
  };
}
