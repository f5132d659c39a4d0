import type { Context } from 'hono';
import type { AppEnv } from '../function-route.ts';
import { chooseEncoding } from './choose-encoding.ts';
import type { EncodedBody } from './encode-body.ts';
import { isKnown } from './is-known.ts';

export interface ServedFile {
  readonly body: EncodedBody;
  readonly contentType: string;
  /** Changes whenever the content does. */
  readonly version: string;
  readonly cacheControl: string;
}

/** Sends a file in the smallest encoding that the client accepts, or 304 where it has it already. */
export function sendFile(
  c: Context<AppEnv>,
  { body, contentType, version, cacheControl }: ServedFile,
): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  const etag = `"${version}-${encoding}"`;
  c.header('Cache-Control', cacheControl);
  c.header('Vary', 'Accept-Encoding');
  c.header('ETag', etag);
  if (isKnown(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(body[encoding], 200, { 'Content-Type': contentType });
}
