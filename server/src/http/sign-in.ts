import type { Context, Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { AppError, unexpected } from '../errors.ts';
import type { Services } from '../services.ts';
import { AUTH_BASE_PATH, CLIENT_ADDRESS_HEADER } from '../session/auth.ts';
import { toAppError } from '../to-app-error.ts';
import type { AppEnv } from './function-route.ts';
import { readBody } from './read-body.ts';
import { renderError } from './render-error.ts';

/** Names, addresses and passwords are short. */
const BODY_LIMIT = 16_384;

/**
 * Hands everything below the sign-in path to the library, telling it whose request it is.
 *
 * Cookies pass in neither direction: a session is a bearer token and nothing else, so no other site can make a
 * browser act for the person who is signed in.
 */
export function mountSignIn(app: Hono<AppEnv>, services: Services): void {
  app.on(['GET', 'POST'], `${AUTH_BASE_PATH}/*`, async (c) => {
    try {
      return await answer(c, services);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) {
        services.log.error({ err: error.cause ?? error, requestId: c.get('requestId') }, 'sign-in failed');
      }
      return renderError(c, error);
    }
  });
}

async function answer(c: Context<AppEnv>, { auth, askDatabase }: Services): Promise<Response> {
  const headers = new Headers(c.req.raw.headers);
  headers.delete('cookie');
  headers.set(CLIENT_ADDRESS_HEADER, c.get('clientAddress'));
  const { method, url } = c.req.raw;
  const body = method === 'POST' ? await readText(c.req.raw) : undefined;
  const answered = await auth.handler(new Request(url, { method, headers, ...(body && { body }) }));
  if (answered.status >= 500) {
    // Where the database is away, that is what to say: coming again helps.
    await askDatabase();
    throw unexpected(new Error(`the sign-in library answered ${answered.status}`));
  }
  const answerHeaders = Object.fromEntries(answered.headers);
  delete answerHeaders['set-cookie'];
  return c.newResponse(answered.body, answered.status as StatusCode, answerHeaders);
}

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
async function readText(request: Request): Promise<string> {
  const text = new TextDecoder().decode(await readBody(request, BODY_LIMIT));
  if (/\\u0000|\\ud[89a-f]/.test(reprinted(text))) {
    throw new AppError('VALIDATION_ERROR', 'the body must be well-formed text without NUL');
  }
  return text;
}

/** One spelling for what JSON can spell in several; JSON.stringify escapes only what is not well-formed. */
function reprinted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return '';
  }
}
