import type { Context, Hono } from 'hono';
import { AppError } from '../platform/errors/errors.ts';
import { toAppError } from '../platform/errors/to-app-error.ts';
import { ANY_ORIGIN, allowAnyOrigin } from '../platform/http/answers/allow-any-origin.ts';
import { sendSmallPage } from '../platform/http/answers/send-small-page.ts';
import type { AppEnv } from '../platform/http/function-route.ts';
import { answerAhead, asksAhead } from '../platform/http/requests/asks-ahead.ts';
import { hostOf } from '../platform/http/requests/host-of.ts';
import { addressKey } from '../platform/limits/address-key.ts';
import { SHORT_PATH } from '../platform/link-paths.ts';
import type { Services } from '../platform/services.ts';
import type { KnownDomain } from './domains/hosts/known-domain.ts';
import { copyOfFile, PROOF_PATH } from './domains/proof/domain-proof.ts';
import { keysOfSlug, type VisitKeys } from './follow/directory/visit-keys.ts';
import { HINTS, readClientHints, takesHints } from './follow/visitor/client-hints.ts';
import { linkUrl } from './link-url.ts';
import { answerPage } from './page/answer-page.ts';
import { AWAY_PAGE, PAUSED_PAGE, UNKNOWN_LINK_PAGE } from './pages.ts';
import { qrCodeSvg } from './qr-code-svg.ts';

/** Where a paused link leads if no other page is configured. */
const PAUSED_PATH = '/paused';

/**
 * Follows a link of the request's host for a visitor: 302 to its target, or its landing page (200); 302 to the default
 * page while it is paused; the 404 page if it does not exist; the 503 page if it is not known here and the database is
 * unreachable.
 *
 * @throws AppError RATE_LIMIT; NOT_FOUND for an unknown host; also NOT_FOUND and OVERLOADED for a program, which gets JSON.
 */
export function answerVisit(c: Context<AppEnv>, services: Services, slug: string): Promise<Response> {
  return answerVisitTo(c, services, async () => {
    const domain = await domainOf(c, services);
    if (domain === undefined) throw unknownHost();
    return (await follow(c, services, keysOfSlug(domain, slug))) ?? answerUnknownLink(c);
  });
}

/** Counts a visit against its address's limit, and answers it, or that it cannot be answered now. */
export async function answerVisitTo(
  c: Context<AppEnv>,
  services: Services,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (asksAhead(c)) return answerVisitAhead(c);
  await countVisit(c, services);
  return answer().catch((thrown: unknown) => answerFailure(c, services, thrown));
}

/** As every answer to a visit, for pages of any origin to read. */
export function answerVisitAhead(c: Context<AppEnv>): Response {
  allowAnyOrigin(c);
  return answerAhead(c);
}

/** The domain of the request's host; null for the service's own host, undefined for a host that is neither. */
async function domainOf(c: Context<AppEnv>, { hosts }: Services): Promise<KnownDomain | null | undefined> {
  const host = hostOf(c);
  return hosts.isOwn(host) ? null : ((await hosts.find(host)) ?? undefined);
}

/** Says nothing of the service: whoever owns the host may not know that it leads here. */
function unknownHost(): AppError {
  return new AppError('NOT_FOUND', 'not found');
}

function answerFailure(c: Context<AppEnv>, services: Services, thrown: unknown): Response {
  const error = toAppError(thrown);
  if (error.code !== 'OVERLOADED' || asksForJson(c.req.header('accept'))) throw error;
  services.log.error({ err: error.cause ?? error, requestId: c.get('requestId') }, 'request failed');
  c.header('Cache-Control', 'no-store');
  c.header('Retry-After', String(error.retryAfter ?? 1));
  return sendSmallPage(c, AWAY_PAGE, 503);
}

/** The answer to a visit; null where it means no link. */
export async function follow(
  c: Context<AppEnv>,
  services: Services,
  keys: VisitKeys,
): Promise<Response | null> {
  const header = (name: string) => c.req.header(name);
  const answer = await services.links.follow({
    keys,
    query: queryOf(c.req.url),
    userAgent: c.req.header('user-agent'),
    acceptLanguage: c.req.header('accept-language'),
    hints: readClientHints(header),
    takesHints: takesHints(header),
    clientAddress: c.get('clientAddress'),
    looksOnly: c.req.method === 'HEAD',
  });
  if (answer.kind === 'unknown') return null;
  const asked = answer.kind !== 'paused' && answer.asksHints ? askFor(services.config.clientHints) : NOTHING;
  if (answer.kind === 'page') {
    const { hosts } = services;
    const domain = hosts.isOwn(hostOf(c)) ? null : await hosts.find(hostOf(c));
    const page = await answerPage(answer, {
      url: linkUrl(services.config, answer.link.slug, domain?.host),
      acceptLanguage: c.req.header('accept-language'),
      acceptEncoding: c.req.header('accept-encoding'),
      requestId: c.get('requestId'),
    });
    for (const [name, value] of Object.entries(asked)) page.headers.set(name, value);
    return page;
  }
  const to = answer.kind === 'paused' ? (services.config.defaultPageUrl ?? PAUSED_PATH) : answer.to;
  return redirect(to, c.get('requestId'), asked);
}

/** @throws AppError NOT_FOUND for a program, which gets JSON. */
export function answerUnknownLink(c: Context<AppEnv>): Response {
  setVisitHeaders(c);
  if (asksForJson(c.req.header('accept'))) throw new AppError('NOT_FOUND', 'no such link');
  return sendSmallPage(c, UNKNOWN_LINK_PAGE, 404);
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
export function redirect(
  to: string,
  requestId: string,
  asked: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    location: to,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...ANY_ORIGIN,
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-length': '0',
    ...asked,
  };
  return new Response(null, { status: 302, headers });
}

const NOTHING: Readonly<Record<string, string>> = {};
const LATER = { 'accept-ch': HINTS };
/** Has the browser send the request again at once. */
const NOW = { ...LATER, 'critical-ch': HINTS };

function askFor(when: Services['config']['clientHints']): Readonly<Record<string, string>> {
  return { off: NOTHING, later: LATER, now: NOW }[when];
}

/** The client is a program, not a browser. */
function asksForJson(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** On the service's own host `domain` may name another: the console shows the codes of all links, and asks no other host. */
async function domainOfQrCode(c: Context<AppEnv>, services: Services) {
  const named = c.req.query('domain');
  const isOther = named !== undefined && services.hosts.isOwn(hostOf(c)) && !services.hosts.isOwn(named);
  return isOther ? ((await services.hosts.find(named)) ?? undefined) : domainOf(c, services);
}

/**
 * Fetched ahead as well: a picture leads nowhere and records nothing, and may be kept until somebody looks at it. It is counted
 * against the address's limit, since it is made all the same.
 */
async function answerQrCode(c: Context<AppEnv>, services: Services, slug: string): Promise<Response> {
  const domain = await domainOfQrCode(c, services);
  if (domain === undefined) throw unknownHost();
  if ((await services.links.find(keysOfSlug(domain, slug))) === null)
    return sendSmallPage(c, UNKNOWN_LINK_PAGE, 404);
  const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=300' };
  return c.body(await qrCodeSvg(linkUrl(services.config, slug, domain?.host)), 200, headers);
}

function mountShortPaths(app: Hono<AppEnv>, services: Services, below: string): void {
  app.get(`${below}/:slug`, (c) => {
    c.set('routeName', `${SHORT_PATH}/:slug`);
    return answerVisit(c, services, c.req.param('slug'));
  });
  app.get(`${below}/:slug/qr`, async (c) => {
    c.set('routeName', `${SHORT_PATH}/:slug/qr`);
    await countVisit(c, services);
    return answerQrCode(c, services, c.req.param('slug').toLowerCase()).catch((thrown: unknown) =>
      answerFailure(c, services, thrown),
    );
  });
  for (const path of [`${below}/:slug`, `${below}/:slug/qr`]) {
    app.all(path, (c) => {
      c.header('Allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED', `${c.req.method} is not allowed here`);
    });
  }
}

/** Mounts `GET /l/{slug}`, its QR code, the default page for paused links, `assetlinks.json` and `apple-app-site-association`. */
export function mountLinks(app: Hono<AppEnv>, services: Services): void {
  // A QR code of capitals alone is smaller.
  for (const below of [SHORT_PATH, SHORT_PATH.toUpperCase()]) mountShortPaths(app, services, below);
  app.get(PAUSED_PATH, (c) => sendSmallPage(c, PAUSED_PAGE));
  const associations = [
    ['/.well-known/assetlinks.json', services.assetLinks],
    ['/.well-known/apple-app-site-association', services.appSiteAssociation],
  ] as const;
  for (const [path, association] of associations)
    app.get(path, async (c) => {
      await services.limits.assetLinksPerAddress.consume(addressKey(c.get('clientAddress')));
      const domain = await domainOf(c, services);
      if (domain === undefined) throw unknownHost();
      const text = await association.read(domain?.customerId ?? null);
      c.header('Cache-Control', 'public, max-age=30');
      return c.body(text, 200, { 'Content-Type': 'application/json' });
    });
  app.get(PROOF_PATH, async (c) => {
    await services.limits.assetLinksPerAddress.consume(addressKey(c.get('clientAddress')));
    const proof = (await domainOf(c, services))?.fileProof;
    if (proof == null) throw unknownHost();
    return c.text(copyOfFile(proof));
  });
}
