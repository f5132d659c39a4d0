import type { Context } from 'hono';
import type { AppEnv } from '../function-route.ts';

/** The host that a request is for, as its client wrote it, with a port if it has one. What proxies add never counts. */
export function hostOf(c: Context<AppEnv>): string {
  return c.req.header('host') ?? new URL(c.req.url).host;
}

/**
 * Returns what tells whether a Host header can stand in a URL: `999.1.1.1` cannot, and whatever reads the request's URL
 * would fail. Every request asks, and nearly all with the same header.
 */
export function createHostCheck(): (header: string | undefined) => boolean {
  let lastRight: string | undefined;
  return (header) => {
    if (header === undefined || header === lastRight) return true;
    if (/[\s/?#@\\]/.test(header) || !URL.canParse(`http://${header}`)) return false;
    lastRight = header;
    return true;
  };
}
