import type { Context } from 'hono';
import type { AppEnv } from '../function-route.ts';

/** Chromium and Firefox say it in the first, older ones in the others; Safari and Facebook's browser in the last. */
const HEADERS = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];
const AHEAD = /prefetch|prerender|preview/i;

/** Whether a browser fetches what its person may open later: nobody has followed a link yet. */
export function asksAhead(c: Context<AppEnv>): boolean {
  return HEADERS.some((name) => {
    const purpose = c.req.header(name);
    return purpose !== undefined && AHEAD.test(purpose);
  });
}
