import type { Context } from 'hono';
import type { AppEnv } from '../function-route.ts';

/** The host that a request is for, as its client wrote it, with a port if it has one. What proxies add never counts. */
export function hostOf(c: Context<AppEnv>): string {
  return c.req.header('host') ?? new URL(c.req.url).host;
}
