import type { Context } from 'hono';
import type { AppEnv } from '../function-route.ts';

/**
 * Sets a header of the response, whatever it will be. Uses Node's own response if there is one: a Headers object, which
 * the alternative needs, costs as much as reading the request.
 */
export function setHeader(c: Context<AppEnv>, name: string, value: string): void {
  const outgoing = c.env?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else c.header(name, value);
}
