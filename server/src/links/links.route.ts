import type { Context, Hono } from 'hono';
import { AppError } from '../errors.ts';
import { ANY_ORIGIN, allowAnyOrigin } from '../http/answers/allow-any-origin.ts';
import type { AppEnv } from '../http/function-route.ts';
import { addressKey } from '../rate-limits/rate-limit.ts';
import type { Services } from '../services.ts';
import { toAppError } from '../to-app-error.ts';
import { linkUrl } from './link-url.ts';
import { AWAY_PAGE, PAUSED_PAGE, UNKNOWN_LINK_PAGE } from './pages.ts';
import { qrCodeSvg } from './qr-code-svg.ts';

/** Where a paused link leads if no other page is configured. */
const PAUSED_PATH = '/paused';

/**
 * Follows a link for a visitor: 302 to its target, or to the default page while it is paused; the 404 page if it does
 * not exist; the 503 page if it is not known here and the database is unreachable.
 *
 * @throws AppError RATE_LIMIT; also NOT_FOUND and OVERLOADED for a program, which gets JSON.
 */
export async function answerVisit(c: Context<AppEnv>, services: Services, slug: string): Promise<Response> {
  await countVisit(c, services);
  return follow(c, services, slug).catch((thrown: unknown) => answerFailure(c, services, thrown));
}

function answerFailure(c: Context<AppEnv>, services: Services, thrown: unknown): Response {
  const error = toAppError(thrown);
  if (error.code !== 'OVERLOADED' || asksForJson(c.req.header('accept'))) throw error;
  services.log.error({ err: error.cause ?? error, requestId: c.get('requestId') }, 'request failed');
  c.header('Cache-Control', 'no-store');
  c.header('Retry-After', String(error.retryAfter ?? 1));
  return c.html(AWAY_PAGE, 503);
}

async function follow(c: Context<AppEnv>, services: Services, slug: string): Promise<Response> {
  const answer = await services.links.follow({
    slug,
    query: queryOf(c.req.url),
    userAgent: c.req.header('user-agent'),
    acceptLanguage: c.req.header('accept-language'),
    clientAddress: c.get('clientAddress'),
    looksOnly: c.req.method === 'HEAD',
  });
  if (answer.kind === 'unknown') {
    setVisitHeaders(c);
    if (asksForJson(c.req.header('accept'))) throw new AppError('NOT_FOUND', 'no such link');
    return c.html(UNKNOWN_LINK_PAGE, 404);
  }
  const to = answer.kind === 'paused' ? (services.config.defaultPageUrl ?? PAUSED_PATH) : answer.to;
  return redirect(to, c.get('requestId'));
}

/** @throws AppError RATE_LIMIT */
async function countVisit(c: Context<AppEnv>, { limits }: Services): Promise<void> {
  try {
    await limits.linkVisitsPerAddress.consume(addressKey(c.get('clientAddress')));
  } catch (error) {
    setVisitHeaders(c);
    throw error;
  }
}

/** Headers of every redirect: pages of any origin may read it, and it must not be cached. */
function setVisitHeaders(c: Context<AppEnv>): void {
  c.header('Cache-Control', 'no-store');
  allowAnyOrigin(c);
}

/**
 * The service's most frequent response is built in one piece, with its length, without the context's Headers: that
 * halves its cost.
 */
function redirect(to: string, requestId: string): Response {
  const headers = {
    location: to,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...ANY_ORIGIN,
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-length': '0',
  };
  return new Response(null, { status: 302, headers });
}

/** The client is a program, not a browser. */
function asksForJson(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

async function answerQrCode(c: Context<AppEnv>, services: Services, slug: string): Promise<Response> {
  if (!(await services.links.knows(slug))) return c.html(UNKNOWN_LINK_PAGE, 404);
  const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=300' };
  return c.body(await qrCodeSvg(linkUrl(services.config, slug)), 200, headers);
}

/** Mounts `GET /l/{slug}`, its QR code, the default page for paused links, `assetlinks.json` and `apple-app-site-association`. */
export function mountLinks(app: Hono<AppEnv>, services: Services): void {
  app.get('/l/:slug', (c) => answerVisit(c, services, c.req.param('slug')));
  app.get('/l/:slug/qr', async (c) => {
    await countVisit(c, services);
    return answerQrCode(c, services, c.req.param('slug')).catch((thrown: unknown) =>
      answerFailure(c, services, thrown),
    );
  });
  for (const path of ['/l/:slug', '/l/:slug/qr']) {
    app.all(path, (c) => {
      c.header('Allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED', `${c.req.method} is not allowed here`);
    });
  }
  app.get(PAUSED_PATH, (c) => c.html(PAUSED_PAGE));
  const associations = [
    ['/.well-known/assetlinks.json', services.assetLinks],
    ['/.well-known/apple-app-site-association', services.appSiteAssociation],
  ] as const;
  for (const [path, association] of associations)
    app.get(path, async (c) => {
      await services.limits.assetLinksPerAddress.consume(addressKey(c.get('clientAddress')));
      const text = await association.read();
      c.header('Cache-Control', 'public, max-age=30');
      return c.body(text, 200, { 'Content-Type': 'application/json' });
    });
}
