import type { Context, Hono } from 'hono';
import { AppError } from '../../platform/errors/errors.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import { renderPage } from '../../platform/http/answers/render-page.ts';
import { sendSmallPage } from '../../platform/http/answers/send-small-page.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { openBuiltPages } from '../../platform/http/pages/built-pages.ts';
import { sendBuiltFile } from '../../platform/http/pages/send-built-file.ts';

const PATH = '/docs/guide';

/** Nothing but the service's own files; the empty icon is a `data:` image. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Mounts the guide at `/docs/guide`: `docs/` of the repository as pages with a search. It asks nobody who calls. */
export function mountGuide(app: Hono<AppEnv>, pages = openBuiltPages('guide')): void {
  app.get(`${PATH}/*`, async (c) => {
    const path = c.req.path.slice(PATH.length).replace(/^\/|\/$/g, '');
    const find = await pages();
    if (!find && path === '') return sendMissing(c);
    const file = find?.(path) ?? find?.(`${path || 'index'}.html`);
    if (!file) return renderError(c, new AppError('NOT_FOUND', `There is no such page. ${PATH} lists all.`));
    c.header('Content-Security-Policy', POLICY);
    return sendBuiltFile(c, file);
  });
}

/** A start builds the guide, and goes on where that fails. */
function sendMissing(c: Context<AppEnv>): Response {
  const text =
    'The guide has not been built here: the log of the last <code>npm start</code> says why. The same texts are in the ' +
    'folder <code>docs</code> of the service; the <a href="/docs">API reference</a> is here.';
  return sendSmallPage(c, renderPage('No guide', text), 503, { 'Cache-Control': 'no-store' });
}
