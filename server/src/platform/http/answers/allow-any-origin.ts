import type { Context } from 'hono';
import type { AppEnv } from '../function-route.ts';
import { setHeader } from './set-header.ts';

/** Headers that let pages of any origin read a response, including its Retry-After. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
} as const;

/** Lets pages of any origin read the response, whatever it will be; without credentials. */
export function allowAnyOrigin(c: Context<AppEnv>): void {
  for (const [name, value] of Object.entries(ANY_ORIGIN)) setHeader(c, name, value);
}
