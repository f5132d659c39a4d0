import type { Hono } from 'hono';
import type { Services } from '../services.ts';
import { AUTH_BASE_PATH, CLIENT_ADDRESS_HEADER } from '../session/auth.ts';
import type { AppEnv } from './function-route.ts';

/** Hands everything below the sign-in path to the library, telling it whose request it is. */
export function mountSignIn(app: Hono<AppEnv>, services: Services): void {
  app.on(['GET', 'POST'], `${AUTH_BASE_PATH}/*`, (c) => {
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, c.var.clientAddress);
    return services.auth.handler(new Request(c.req.raw, { headers }));
  });
}
