import { isIPv4, isIPv6 } from 'node:net';
import type { Context, Hono } from 'hono';
import ipaddr from 'ipaddr.js';
import { sameSecret } from '../auth/secrets/same-secret.ts';
import { AppError } from '../errors/errors.ts';
import type { ServiceReadiness } from '../processes/questions.ts';
import type { Services } from '../services.ts';
import { renderError } from './answers/render-error.ts';
import type { AppEnv } from './function-route.ts';
import { hostOf } from './requests/host-of.ts';

const NOT_READY: Record<Exclude<ServiceReadiness, 'ready'>, string> = {
  starting: 'not all processes have started',
  away: 'the database cannot be reached',
  disk_full: 'the disk of the database is full',
};

/** Endpoints for operators: liveness, readiness and metrics. */
export function mountOperations(app: Hono<AppEnv>, services: Services): void {
  app.get('/healthz', async (c) => {
    if (await services.report.alive()) return c.json({ status: 'ok' });
    return c.json({ status: 'not ok', error: 'one of the processes does not respond' }, 503);
  });

  app.get('/readyz', async (c) => {
    const state = await services.report.readiness();
    if (state === 'ready') return c.json({ status: 'ready', ...(await findAway(c, services)) });
    c.header('Retry-After', '1');
    return c.json({ status: 'not ready', error: NOT_READY[state] }, 503);
  });

  app.get('/metrics', async (c) => {
    const { metricsToken } = services.config;
    const bearer = c.req.header('authorization')?.replace(/^Bearer /i, '');
    const allowed =
      metricsToken === undefined
        ? isAlone(services.config) && isFromThisMachine(c) && isForThisMachine(c)
        : sameSecret(bearer, metricsToken);
    if (!allowed) {
      const needed =
        metricsToken === undefined
          ? 'without METRICS_TOKEN, metrics are served on loopback only, and where PUBLIC_URL is there too'
          : 'METRICS_TOKEN is needed, as a bearer token';
      return renderError(c, new AppError('AUTH_ERROR', needed));
    }
    return c.body(await services.report.metrics(), 200, {
      'Content-Type': services.metrics.registry.contentType,
    });
  });
}

/**
 * Whether nobody but this machine is meant to reach the service. Where others are, a proxy of this machine that adds no
 * header, and calls the service by its address, cannot be told from a program of the operator's.
 */
function isAlone({ publicUrl }: Services['config']): boolean {
  return publicUrl === undefined || isLoopbackName(new URL(publicUrl).host);
}

/** Accounts of nodes that are away wait; all others go on, so that the service is ready. Only operators read their names. */
async function findAway(c: Context<AppEnv>, { nodes, config }: Services): Promise<{ nodes_away?: string[] }> {
  if (!nodes.isSpread() || !isAskedByOperator(c, config)) return {};
  const away = await nodes.away();
  return away.length > 0 ? { nodes_away: away.toSorted() } : {};
}

/** What proxies add; any `X-Forwarded-*` as well. */
const PROXY_HEADERS = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-proxyuser-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-envoy-external-address',
]);

/**
 * Whether an operator asks, or a program of theirs: with METRICS_TOKEN, or from this machine and not through a proxy.
 */
export function isAskedByOperator(c: Context<AppEnv>, { metricsToken }: Services['config']): boolean {
  const bearer = c.req.header('authorization')?.replace(/^Bearer /i, '');
  const hasToken = metricsToken !== undefined && sameSecret(bearer, metricsToken);
  return hasToken || (isFromThisMachine(c) && isForThisMachine(c));
}

/** Checked on the socket, because headers can be forged. A proxy on this machine also connects from loopback. */
function isFromThisMachine(c: Context<AppEnv>): boolean {
  const peer = c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
  return (
    ipaddr.process(peer).range() === 'loopback' &&
    !Object.keys(c.req.header()).some((name) => name.startsWith('x-forwarded') || PROXY_HEADERS.has(name))
  );
}

const HOST = /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})\]|(?<name>[^:[\]]+))(?::\d{1,5})?$/i;

/**
 * Whether the request is addressed to this machine. A web page can point its own host name here to make the visitor's
 * browser send the request (DNS rebinding), but the Host header then has that name.
 */
function isForThisMachine(c: Context<AppEnv>): boolean {
  return isLoopbackName(hostOf(c));
}

function isLoopbackName(host: string): boolean {
  const { ipv6, name } = HOST.exec(host)?.groups ?? {};
  if (ipv6 !== undefined) return isIPv6(ipv6) && ipaddr.process(ipv6).range() === 'loopback';
  return name?.toLowerCase() === 'localhost' || (isIPv4(name ?? '') && name?.startsWith('127.') === true);
}
