import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { encodeBody } from '../../../platform/http/answers/encode-body.ts';
import type { ServedFile } from '../../../platform/http/answers/send-file.ts';
import { VIEWER } from './viewer.ts';

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** The viewer's files are kept compressed: its package is 12 MB, and these are all that the page needs of it. */
export async function readViewerFile(name: (typeof VIEWER.files)[number]): Promise<ServedFile> {
  const br = new Uint8Array(await readFile(new URL(`./viewer/${name}.br`, import.meta.url)));
  const identity = new Uint8Array(await promisify(brotliDecompress)(br));
  return {
    body: await encodeBody(identity, br),
    contentType: name.endsWith('.css') ? TYPES.css : TYPES.js,
    version: VIEWER.version,
    cacheControl: 'public, max-age=3600',
  };
}
