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

/**
 * For a browser that fetches ahead. An error is what it throws away, and asks again when its person comes; a redirect it would
 * use even then, whatever its headers say, and the visit would never be seen.
 */
export function answerAhead(c: Context<AppEnv>): Response {
  c.header('Cache-Control', 'no-store');
  return c.body(null, 503);
}
