import type { Context, Hono } from 'hono';
import type { AppEnv } from '../http/function-route.ts';
import type { Services } from '../services.ts';
import { readAssetLinks } from './asset-links.ts';
import { linkUrl } from './link-url.ts';
import { DEFAULT_PAGE, UNKNOWN_LINK_PAGE } from './pages.ts';
import { qrCodeSvg } from './qr-code.ts';

/** Follows a link for a visitor: 302 to its target, to the default page while it is paused, or the 404 page. */
export async function answerVisit(c: Context<AppEnv>, services: Services, slug: string): Promise<Response> {
  const answer = await services.links.follow({
    slug,
    query: queryOf(c.req.url),
    userAgent: c.req.header('user-agent'),
    acceptLanguage: c.req.header('accept-language'),
    clientAddress: c.get('clientAddress'),
    looksOnly: c.req.method === 'HEAD',
  });
  if (answer.kind === 'unknown') {
    c.header('Cache-Control', 'no-store');
    return c.html(UNKNOWN_LINK_PAGE, 404);
  }
  const to = answer.kind === 'paused' ? (services.config.defaultPageUrl ?? '/') : answer.to;
  return redirect(to, c.get('requestId'));
}

/**
 * The hottest answer of the service is built whole, with its length, and past the context's Headers: that halves what
 * an answer costs.
 */
function redirect(to: string, requestId: string): Response {
  const headers = {
    location: to,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'access-control-allow-origin': '*',
    'x-request-id': requestId,
    'content-length': '0',
  };
  return new Response(null, { status: 302, headers });
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** Mounts `GET /l/{slug}`, its QR code, the page that paused links lead to, and who may open our links. */
export function mountLinks(app: Hono<AppEnv>, services: Services): void {
  app.get('/l/:slug', (c) => {
    c.header('Access-Control-Allow-Origin', '*');
    return answerVisit(c, services, c.req.param('slug'));
  });
  app.get('/l/:slug/qr', async (c) => {
    const slug = c.req.param('slug');
    if (!(await services.links.knows(slug))) return c.html(UNKNOWN_LINK_PAGE, 404);
    const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=300' };
    return c.body(await qrCodeSvg(linkUrl(services.config, slug)), 200, headers);
  });
  app.get('/', (c) => c.html(DEFAULT_PAGE));
  app.get('/.well-known/assetlinks.json', async (c) => {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await readAssetLinks(services.workPool));
  });
}
