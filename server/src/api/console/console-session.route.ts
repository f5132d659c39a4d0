import type { Context, Hono } from 'hono';
import { endSession } from '../../platform/auth/session/end-session.ts';
import { readPerson } from '../../platform/auth/session/read-caller.ts';
import { bearerToken } from '../../platform/auth/session/read-session.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { hostOf } from '../../platform/http/requests/host-of.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { Services } from '../../platform/services.ts';
import { baseUrl } from '../../platform/settings/base-url.ts';
import type { Config } from '../../platform/settings/config.ts';
import { CONSOLE_PATH } from '../../platform/settings/console-url.ts';
import { clearingCookie, keepingCookie, tokenIn } from './session-cookie.ts';

const PATH = `${CONSOLE_PATH}/session`;

/**
 * Mounts what a reload of the console needs, since its token is in memory alone: `POST /console/session` takes the token
 * of a sign-in into a cookie that only this path gets, or trades the cookie for the token; `DELETE` ends the session.
 * See decisions/020-console-sessions.md.
 */
export function mountConsoleSession(app: Hono<AppEnv>, services: Services): void {
  app.post(PATH, async (c) => {
    await admit(c, services);
    const given = bearerToken(c.req.header('authorization'));
    const token = given ?? tokenIn(c.req.header('cookie'));
    if (token === undefined) return c.body(null, 204);
    const session = await readPerson(services, `Bearer ${token}`);
    if (session) {
      c.header('Set-Cookie', keepingCookie(services.config, token));
      return c.json({ token, apikey: services.secrets.anonKey });
    }
    if (given !== undefined) throw new AppError('AUTH_ERROR', 'there is no valid session');
    c.header('Set-Cookie', clearingCookie(services.config));
    return c.body(null, 204);
  });
  app.delete(PATH, async (c) => {
    await admit(c, services);
    const token = tokenIn(c.req.header('cookie'));
    const session = token === undefined ? null : await readPerson(services, `Bearer ${token}`);
    if (session) await endSession(services.workPool, session.id);
    c.header('Set-Cookie', clearingCookie(services.config));
    return c.body(null, 204);
  });
}

/** @throws AppError FORBIDDEN for a page of another origin, RATE_LIMIT */
async function admit(c: Context<AppEnv>, { config, limits }: Services): Promise<void> {
  c.header('Cache-Control', 'no-store');
  await limits.signInRequestsPerAddress.consume(addressKey(c.get('clientAddress')));
  if (!isOwnPage(c, config)) throw new AppError('FORBIDDEN', 'this is for the pages of the console alone');
}

/**
 * Whether a page of this very origin asks. Browsers say so in a header that pages cannot set, but not on plain HTTP to
 * another machine: there the origin has to be the one that was asked, with its scheme.
 */
function isOwnPage(c: Context<AppEnv>, config: Config): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(c.req.header('origin') ?? '')?.origin;
  const own = new URL(baseUrl(config));
  const asked = URL.parse(`http://${hostOf(c)}`);
  // At its own host the service has one origin: over https, a page of the same host without encryption is another's.
  return origin === own.origin || (asked !== null && asked.host !== own.host && origin === asked.origin);
}
