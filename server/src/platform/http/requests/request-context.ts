import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { AppError } from '../../errors/errors.ts';
import { clientAddress } from '../../net/arrival/client-address.ts';
import type { Services } from '../../services.ts';
import { renderError } from '../answers/render-error.ts';
import { setHeader } from '../answers/set-header.ts';
import type { AppEnv } from '../function-route.ts';
import { createHostCheck } from './host-of.ts';
import { forgetBody } from './read-body.ts';
import { type AnsweredRequest, isLoggedAtInfo } from './request-log.ts';

/** Collects what every handler needs to know about a request, and measures and logs its response. */
export function mountRequestContext(app: Hono<AppEnv>, { bodyBudget, config, log, metrics }: Services): void {
  const isHost = createHostCheck();
  app.use(async (c, next) => {
    const startedAt = performance.now();
    const peer = c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
    c.set('clientAddress', clientAddress(peer, c.req.header('x-forwarded-for'), config.trustProxy));
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('bodyBudget', bodyBudget);
    setHeaders(c, requestId);
    if (isHost(c.req.header('host'))) await next();
    else c.res = renderError(c, new AppError('VALIDATION_ERROR', 'the Host header names no host'));
    forgetBody(c);
    // Without a socket, a response made by a library has only its own headers.
    if (!c.env?.outgoing) setHeaders(c, requestId);

    const seconds = (performance.now() - startedAt) / 1000;
    const answered = { method: knownMethod(c), route: routeOf(c), status: c.res.status, seconds };
    const { method, route, status } = answered;
    metrics.requestSeconds.observe({ method, route, status }, seconds);
    writeDown(answered, c, log);
  });
}

function setHeaders(c: Context<AppEnv>, requestId: string): void {
  setHeader(c, 'X-Request-Id', requestId);
  // Browsers must not guess another content type than the declared one.
  setHeader(c, 'X-Content-Type-Options', 'nosniff');
}

/** Logs one line per response, without anything that could hold a secret: no URL, no headers and no body. */
function writeDown(
  { method, route, status, seconds }: AnsweredRequest & { method: string },
  c: Context<AppEnv>,
  log: Logger,
): void {
  const level = isLoggedAtInfo({ route, status, seconds }) ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const durationMs = Math.round(seconds * 10_000) / 10;
  const { requestId, accountId } = c.var;
  log[level]({ method, route, status, durationMs, accountId, requestId }, 'answered');
}

/** The route pattern: it is a metric label, so never text chosen by a client. */
function routeOf(c: Context<AppEnv>): string {
  const pattern = c.get('routeName') ?? routePath(c, -1);
  return pattern === '/*' ? 'unmatched' : pattern;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

function knownMethod(c: Context<AppEnv>): string {
  return METHODS.has(c.req.method) ? c.req.method : 'other';
}
