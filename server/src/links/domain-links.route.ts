import type { Context, Hono, Next } from 'hono';
import type { AppEnv } from '../platform/http/function-route.ts';
import { hostOf } from '../platform/http/requests/host-of.ts';
import type { Services } from '../platform/services.ts';
import { ASKED_HEADER } from './domains/fallback/ask-old-service.ts';
import type { KnownDomain } from './domains/hosts/known-domain.ts';
import { keysOnDomain } from './follow/directory/visit-keys.ts';
import { describeVisitor } from './follow/visitor/visitor.ts';
import { answerUnknownLink, answerVisitTo, follow, redirect } from './links.route.ts';
import { isServicePath } from './service-path.ts';

/**
 * Follows the links of domains, at the root as below `/l`, before any page of the service is looked for: a slug may be
 * called as one of those. On other hosts nothing happens here.
 */
export function mountDomainLinks(app: Hono<AppEnv>, services: Services): void {
  app.get('*', (c, next) => {
    const host = hostOf(c);
    if (services.hosts.isOwn(host)) return next();
    const target = targetOf(c.req.url);
    return isServicePath(target) ? next() : answerOnHost(c, next, services, target);
  });
}

async function answerOnHost(
  c: Context<AppEnv>,
  next: Next,
  services: Services,
  target: string,
): Promise<Response | undefined> {
  const domain = await services.hosts.find(hostOf(c));
  if (domain === null) {
    await next();
    return undefined;
  }
  c.set('routeName', '/l/:slug');
  return answerVisitTo(c, services, async () => {
    const answer = await follow(c, services, keysOnDomain(domain, target));
    return answer ?? (await elsewhere(c, next, services, domain, target));
  });
}

/** What is no link may be a page of the service, or known to the one that the domain moved here from. */
async function elsewhere(
  c: Context<AppEnv>,
  next: Next,
  services: Services,
  domain: KnownDomain,
  target: string,
): Promise<Response> {
  const { platform, inApp } = describeVisitor(c.req.header('user-agent'));
  const to = await services.oldServices.find(domain, {
    path: target,
    userAgent: c.req.header('user-agent'),
    clientAddress: c.get('clientAddress'),
    kind: `${platform} ${inApp}`,
    isAsked: c.req.header(ASKED_HEADER) !== undefined,
  });
  if (to !== null) return redirect(to, c.get('requestId'));
  // The root of the service leads people to the console: that is not what they came for.
  if (target === '/' || /^\/l\//i.test(target)) return answerUnknownLink(c);
  c.set('routeName', undefined);
  await next();
  if (c.res.status !== 404) return c.res;
  // It is answered already, as far as Hono knows: what is only returned would be ignored.
  c.res = answerUnknownLink(c);
  return c.res;
}

/** The path of a URL with its query, as it was sent. */
function targetOf(url: string): string {
  const at = url.indexOf('/', url.indexOf('//') + 2);
  return at === -1 ? '/' : url.slice(at);
}
