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
    query: new URL(c.req.url).searchParams,
    userAgent: c.req.header('user-agent'),
    acceptLanguage: c.req.header('accept-language'),
    clientAddress: c.var.clientAddress,
    looksOnly: c.req.method === 'HEAD',
  });
  c.header('Cache-Control', 'no-store');
  if (answer.kind === 'unknown') return c.html(UNKNOWN_LINK_PAGE, 404);
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(answer.kind === 'paused' ? (services.config.defaultPageUrl ?? '/') : answer.to, 302);
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
