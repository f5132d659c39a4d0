import type { Context } from 'hono';
import type { AppEnv } from './function-route.ts';
import { setHeader } from './set-header.ts';

/** The headers by which pages of any origin may read an answer, and with it when to come again. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
} as const;

/** Lets pages of any origin read whatever the answer will be; without credentials. */
export function allowAnyOrigin(c: Context<AppEnv>): void {
  for (const [name, value] of Object.entries(ANY_ORIGIN)) setHeader(c, name, value);
}
