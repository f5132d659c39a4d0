import type { Hono } from 'hono';
import type { Services } from '../services.ts';
import { AUTH_BASE_PATH, CLIENT_ADDRESS_HEADER } from '../session/auth.ts';
import type { AppEnv } from './function-route.ts';

/**
 * Hands everything below the sign-in path to the library, telling it whose request it is.
 *
 * Cookies pass in neither direction: a session is a bearer token and nothing else, so no other site can make a
 * browser act for the person who is signed in.
 */
export function mountSignIn(app: Hono<AppEnv>, services: Services): void {
  app.on(['GET', 'POST'], `${AUTH_BASE_PATH}/*`, async (c) => {
    const headers = new Headers(c.req.raw.headers);
    headers.delete('cookie');
    headers.set(CLIENT_ADDRESS_HEADER, c.var.clientAddress);
    const answer = await services.auth.handler(new Request(c.req.raw, { headers }));
    const answerHeaders = new Headers(answer.headers);
    answerHeaders.delete('set-cookie');
    return new Response(answer.body, { status: answer.status, headers: answerHeaders });
  });
}
