import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import { rolldown } from 'rolldown';
import { allowAnyOrigin } from './allow-any-origin.ts';
import type { AppEnv } from './function-route.ts';

interface Bundle {
  readonly code: string;
  readonly etag: string;
}

/**
 * Serves the SDK for web pages as one ES module at `/sdk.js`, bundled at the first request.
 *
 * A page that loads it from here sends to this service without configuring an endpoint.
 */
export function mountSdkBundle(app: Hono<AppEnv>): void {
  let bundle: Promise<Bundle> | undefined;

  app.get('/sdk.js', async (c) => {
    bundle ??= bundleSdk();
    const { code, etag } = await bundle;
    c.header('ETag', etag);
    c.header('Cache-Control', 'public, max-age=300');
    allowAnyOrigin(c);
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(code, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  });
}

async function bundleSdk(): Promise<Bundle> {
  const bundle = await rolldown({
    input: fileURLToPath(import.meta.resolve('@tributary/sdk/browser')),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const { code } = output[0];
  return { code, etag: `"${createHash('sha256').update(code).digest('base64url').slice(0, 22)}"` };
}
