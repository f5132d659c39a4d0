import { isIPv4, isIPv6 } from 'node:net';
import type { Context, Hono } from 'hono';
import ipaddr from 'ipaddr.js';
import { AppError } from '../errors.ts';
import { sameSecret } from '../secrets/same-secret.ts';
import type { Services } from '../services.ts';
import type { AppEnv } from './function-route.ts';
import { renderError } from './render-error.ts';

/** What whoever runs the service asks: is it alive, can it work, what has it counted. */
export function mountOperations(app: Hono<AppEnv>, services: Services): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  app.get('/readyz', async (c) => {
    try {
      await services.askDatabase();
      return c.json({ status: 'ready' });
    } catch {
      c.header('Retry-After', '1');
      return c.json({ status: 'not ready', error: 'the database cannot be reached' }, 503);
    }
  });

  app.get('/metrics', async (c) => {
    const { metricsToken } = services.config;
    const bearer = c.req.header('authorization')?.replace(/^Bearer /i, '');
    const allowed =
      metricsToken === undefined
        ? isFromThisMachine(c) && isForThisMachine(c)
        : sameSecret(bearer, metricsToken);
    if (!allowed)
      return renderError(c, new AppError('AUTH_ERROR', 'metrics are for loopback, or with METRICS_TOKEN'));
    return c.body(await services.metrics.registry.metrics(), 200, {
      'Content-Type': services.metrics.registry.contentType,
    });
  });
}

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Asked of the socket: a proxy on this machine connects from loopback too, and what headers say can be made up. */
function isFromThisMachine(c: Context<AppEnv>): boolean {
  const peer = c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
  return (
    ipaddr.process(peer).range() === 'loopback' &&
    PROXY_HEADERS.every((name) => c.req.header(name) === undefined)
  );
}

const HOST = /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})\]|(?<name>[^:[\]]+))(?::\d{1,5})?$/i;

/**
 * Whether the request is for an address of this machine. A web page may have its own name lead here, so that the visitor's
 * browser asks for it as if it were that page's; but it says that name.
 */
function isForThisMachine(c: Context<AppEnv>): boolean {
  const { ipv6, name } = HOST.exec(c.req.header('host') ?? new URL(c.req.url).host)?.groups ?? {};
  if (ipv6 !== undefined) return isIPv6(ipv6) && ipaddr.process(ipv6).range() === 'loopback';
  return name?.toLowerCase() === 'localhost' || (isIPv4(name ?? '') && name?.startsWith('127.') === true);
}
