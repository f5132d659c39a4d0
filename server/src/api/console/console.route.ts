import type { Context, Hono } from 'hono';
import { AppError } from '../../platform/errors/errors.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import { renderPage } from '../../platform/http/answers/render-page.ts';
import { sendSmallPage } from '../../platform/http/answers/send-small-page.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { type BuiltFile, openBuiltPages } from '../../platform/http/pages/built-pages.ts';
import { sendBuiltFile } from '../../platform/http/pages/send-built-file.ts';
import type { Services } from '../../platform/services.ts';
import { baseUrl } from '../../platform/settings/base-url.ts';
import type { Config } from '../../platform/settings/config.ts';
import { CONSOLE_PATH } from '../../platform/settings/console-url.ts';
import { CONSOLE_POLICY } from './console-policy.ts';
import { mountConsoleSession } from './console-session.route.ts';

const FRONT = 'Tributary is running. The console is at /console, the interface at /docs.\n';

/**
 * Mounts the console: one page, at whatever address below `/console`, its assets and its session. A browser that asks for
 * the service itself is led there, and so is whoever follows a link of an older mail.
 */
export function mountConsole(app: Hono<AppEnv>, services: Services, pages = openBuiltPages('console')): void {
  const { config } = services;
  mountConsoleSession(app, services);
  app.get('/', (c) => {
    c.header('Vary', 'Accept');
    const isBrowser = /\btext\/html\b/i.test(c.req.header('accept') ?? '');
    return isBrowser ? c.redirect(pathOf(config) + CONSOLE_PATH) : c.text(FRONT);
  });
  // Browsers keep what stands behind the `#`.
  for (const page of ['/invitation', '/reset-password'])
    app.get(page, (c) => c.redirect(pathOf(config) + CONSOLE_PATH + page));
  app.get(`${CONSOLE_PATH}/*`, async (c) => {
    const find = await pages();
    const path = c.req.path.slice(CONSOLE_PATH.length + 1);
    if (!path.startsWith('assets/')) {
      const page = find?.('index.html');
      return page ? sendPage(c, page, pathOf(config)) : sendMissing(c);
    }
    const asset = find?.(path);
    return asset
      ? sendBuiltFile(c, asset)
      : renderError(c, new AppError('NOT_FOUND', 'There is no such file.'));
  });
  app.all(`${CONSOLE_PATH}/*`, (c) => {
    c.header('Allow', 'GET, HEAD');
    throw new AppError('METHOD_NOT_ALLOWED', `${c.req.method} is not allowed here`);
  });
}

/** The path that the service stands below. */
const pathOf = (config: Config) => new URL(baseUrl(config)).pathname.replace(/\/$/, '');

/** The page names its assets by addresses that hold at every depth. */
async function sendPage(c: Context<AppEnv>, page: BuiltFile, base: string): Promise<Response> {
  const text = Buffer.from(await page.read('identity')).toString();
  return c.html(text.replaceAll('"./assets/', `"${base}${CONSOLE_PATH}/assets/`), 200, {
    'Content-Security-Policy': CONSOLE_POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  });
}

/** A start builds the console, and goes on where that fails. */
function sendMissing(c: Context<AppEnv>): Response {
  const text =
    'The console has not been built here: the log of the last <code>npm start</code> says why. The service itself runs; ' +
    'its interface is described <a href="/docs">here</a>.';
  return sendSmallPage(c, renderPage('No console', text), 503, { 'Cache-Control': 'no-store' });
}
