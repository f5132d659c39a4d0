import type { Context } from 'hono';
import { readCaller, readPerson } from '../../auth/session/read-caller.ts';
import type { Session } from '../../auth/session/read-session.ts';
import { AppError } from '../../errors/errors.ts';
import type { Services } from '../../services.ts';
import type { AppEnv } from '../function-route.ts';

/** The session of a function's caller: a signed-in user or an access token. @throws AppError AUTH_ERROR */
export async function requireSession(c: Context<AppEnv>, services: Services): Promise<Session> {
  return required(c, await readCaller(services, c.req.header('authorization')));
}

/** The session of a signed-in user; an access token is refused. @throws AppError AUTH_ERROR */
export async function requirePerson(c: Context<AppEnv>, services: Services): Promise<Session> {
  return required(c, await readPerson(services, c.req.header('authorization')));
}

function required(c: Context<AppEnv>, session: Session | null): Session {
  if (!session) throw new AppError('AUTH_ERROR', 'there is no valid session');
  if (session.accountId !== null) c.set('accountId', session.accountId);
  return session;
}
