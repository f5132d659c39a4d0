import type { Context } from 'hono';
import type { AppEnv } from './function-route.ts';

/**
 * Sets a header of whatever the answer will be. On Node's own response where there is one: a Headers object, which any
 * other way would need, costs as much as reading the request.
 */
export function setHeader(c: Context<AppEnv>, name: string, value: string): void {
  const outgoing = c.env?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else c.header(name, value);
}
