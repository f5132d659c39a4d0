import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { AppError } from '../../platform/errors/errors.ts';
import { isKnown } from '../../platform/http/answers/is-known.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import { renderPage } from '../../platform/http/answers/render-page.ts';
import { sendSmallPage } from '../../platform/http/answers/send-small-page.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { baseUrl } from '../../platform/settings/base-url.ts';
import type { Config } from '../../platform/settings/config.ts';
import {
  openPackageShelf,
  PACKAGE_NAMES,
  type PackageName,
  type PackageShelf,
  type ShelvedPackage,
} from './package-shelf.ts';

const PURPOSES: Record<PackageName, string> = {
  sdk: 'The SDK for web pages, React, React Native and Node',
  client: 'A typed client for scripts and servers: every procedure and report',
  harness: 'A service for the tests of an app, in the tests’ own process',
};
const MISSING = 'This service has no packages yet: `npm run pack` in its folder makes them.';

/**
 * Mounts what others install: `/packages/` is a page with a line for each package, `/packages/{name}.tgz` the package,
 * so that nobody needs an account at a registry.
 */
export function mountPackages(
  app: Hono<AppEnv>,
  { config }: { readonly config: Pick<Config, 'publicUrl' | 'host' | 'port'> },
  shelf = openPackageShelf(),
): void {
  app.get('/packages', (c) =>
    sendPage(c, `${new URL(baseUrl(config)).href.replace(/\/$/, '')}/packages`, shelf),
  );
  app.get('/packages/:file', async (c) => {
    const name = PACKAGE_NAMES.find((known) => c.req.param('file') === `${known}.tgz`);
    if (!name) {
      const known = PACKAGE_NAMES.map((each) => `/packages/${each}.tgz`).join(', ');
      return renderError(c, new AppError('NOT_FOUND', `There is no such package. There are ${known}.`));
    }
    const found = await shelf(name);
    return found ? sendPackage(c, found) : renderError(c, new AppError('NOT_FOUND', MISSING));
  });
}

function sendPackage(c: Context<AppEnv>, { file, etag, body }: ShelvedPackage): Response {
  c.header('Cache-Control', 'public, max-age=300');
  c.header('ETag', etag);
  if (isKnown(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  return c.body(body, 200, {
    'Content-Type': 'application/gzip',
    'Content-Length': String(body.length),
    'Content-Disposition': `attachment; filename="${file}"`,
  });
}

async function sendPage(c: Context<AppEnv>, base: string, shelf: PackageShelf): Promise<Response> {
  const shown: string[] = [];
  for (const name of PACKAGE_NAMES) {
    const found = await shelf(name);
    if (found) shown.push(String(describe(`${base}/${name}.tgz`, PURPOSES[name], found)));
  }
  const headers = { 'Cache-Control': 'no-cache' };
  if (shown.length === 0) return sendSmallPage(c, renderPage('There are no packages', MISSING), 200, headers);
  const text =
    'Install them from here; no registry is needed. Run the line again after the service has been upgraded.';
  return sendSmallPage(c, renderPage('Packages of this service', text, shown.join('')), 200, headers);
}

const describe = (url: string, purpose: string, { file, body }: ShelvedPackage) =>
  html`<h2>${purpose}</h2><pre><code>npm install ${quoted(url)}</code></pre><p><a href="${url}">${file}</a>, ${Math.ceil(body.length / 1024)} KB</p>`;

/** As a shell takes it for one word. */
const quoted = (url: string) => (/^[\w:/.%-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`);
