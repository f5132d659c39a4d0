import type { Context } from 'hono';
import { chooseEncoding } from '../answers/choose-encoding.ts';
import { isKnown } from '../answers/is-known.ts';
import type { AppEnv } from '../function-route.ts';
import type { BuiltFile } from './built-pages.ts';

/** Sends a file of built pages in the smallest encoding that the client accepts, or 304 where it has it already. */
export async function sendBuiltFile(c: Context<AppEnv>, file: BuiltFile): Promise<Response> {
  const encoding = file.compressed ? chooseEncoding(c.req.header('accept-encoding')) : 'identity';
  const etag = `"${file.version}-${encoding}"`;
  // What is below assets/ has a name made of its content.
  c.header(
    'Cache-Control',
    file.path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  if (file.compressed) c.header('Vary', 'Accept-Encoding');
  c.header('ETag', etag);
  if (isKnown(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  const body = await file.read(encoding);
  return c.body(body, 200, { 'Content-Type': file.type, 'Content-Length': String(body.length) });
}
