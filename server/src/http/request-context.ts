import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Services } from '../services.ts';
import { clientAddress } from './client-address.ts';
import type { AppEnv } from './function-route.ts';
import { setHeader } from './set-header.ts';

/** Finds out what every handler wants to know of a request, and measures and logs its answer. */
export function mountRequestContext(app: Hono<AppEnv>, { config, log, metrics }: Services): void {
  app.use(async (c, next) => {
    const startedAt = performance.now();
    const peer = c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
    c.set('clientAddress', clientAddress(peer, c.req.header('x-forwarded-for'), config.trustProxy));
    const requestId = randomUUID();
    c.set('requestId', requestId);
    setHeaders(c, requestId);
    await next();
    // Within the process, an answer that was made by a library brings its own headers alone.
    if (!c.env?.outgoing) setHeaders(c, requestId);

    const seconds = (performance.now() - startedAt) / 1000;
    const route = routeOf(c);
    metrics.requestSeconds.observe({ method: knownMethod(c), route, status: c.res.status }, seconds);
    if (!log.isLevelEnabled('debug')) return;
    log.debug({ requestId, method: c.req.method, route, status: c.res.status, seconds }, 'answered');
  });
}

function setHeaders(c: Context<AppEnv>, requestId: string): void {
  setHeader(c, 'X-Request-Id', requestId);
  // No answer is to be taken for anything else than what its type says.
  setHeader(c, 'X-Content-Type-Options', 'nosniff');
}

/** The pattern that answered: a label, so never what a client made up. */
function routeOf(c: Context<AppEnv>): string {
  const pattern = routePath(c, -1);
  return pattern === '/*' ? 'unmatched' : pattern;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

function knownMethod(c: Context<AppEnv>): string {
  return METHODS.has(c.req.method) ? c.req.method : 'other';
}
