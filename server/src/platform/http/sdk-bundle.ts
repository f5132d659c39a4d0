import type { Context, Hono } from 'hono';
import { allowAnyOrigin } from './answers/allow-any-origin.ts';
import { sendFile } from './answers/send-file.ts';
import { bundleSdk, type SdkBundle, type SdkBundleName } from './bundle-sdk.ts';
import type { AppEnv } from './function-route.ts';

const PATHS: Record<SdkBundleName, string> = { module: '/sdk.js', script: '/sdk.iife.js' };

/** The current version, asked for by name, never changes. Any other version gets the current one, for minutes. */
const CACHED = { anyVersion: 'public, max-age=300', thisVersion: 'public, max-age=31536000, immutable' };

/**
 * Serves the SDK for web pages, bundled at the first request: `/sdk.js`, an ES module, and `/sdk.iife.js`, a classic
 * script; `/sdk.json` has their current versions, addresses and integrity hashes.
 *
 * A page that loads it from here sends to this service without configuring an endpoint.
 */
export function mountSdkBundle(app: Hono<AppEnv>): void {
  const bundles = { module: rememberSuccess('module'), script: rememberSuccess('script') };

  for (const name of ['module', 'script'] as const)
    app.get(PATHS[name], async (c) => sendBundle(c, await bundles[name]()));

  app.get('/sdk.json', async (c) => {
    const [module, script] = await Promise.all([bundles.module(), bundles.script()]);
    allowAnyOrigin(c);
    c.header('Cache-Control', CACHED.anyVersion);
    return c.json({ module: describeBundle('module', module), script: describeBundle('script', script) });
  });
}

function rememberSuccess(name: SdkBundleName): () => Promise<SdkBundle> {
  let bundle: Promise<SdkBundle> | undefined;
  return () => {
    bundle ??= bundleSdk(name).catch((error: unknown) => {
      bundle = undefined;
      throw error;
    });
    return bundle;
  };
}

function sendBundle(c: Context<AppEnv>, { version, body }: SdkBundle): Response {
  allowAnyOrigin(c);
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  const cacheControl = c.req.query('v') === version ? CACHED.thisVersion : CACHED.anyVersion;
  return sendFile(c, { body, version, cacheControl, contentType: 'text/javascript; charset=utf-8' });
}

function describeBundle(name: SdkBundleName, { version, integrity, body }: SdkBundle) {
  return {
    version,
    url: `${PATHS[name]}?v=${version}`,
    integrity,
    bytes: body.identity.length,
    gzip_bytes: body.gzip.length,
  };
}
