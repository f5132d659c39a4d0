import type { Context } from 'hono';
import { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { readSession, type Session } from '../../session/read-session.ts';
import type { AppEnv } from '../function-route.ts';

/** The session of a function's caller. @throws AppError AUTH_ERROR */
export async function requireSession(c: Context<AppEnv>, { auth }: Services): Promise<Session> {
  const session = await readSession(auth, c.req.header('authorization'));
  if (!session) throw new AppError('AUTH_ERROR', 'there is no valid session');
  if (session.accountId !== null) c.set('accountId', session.accountId);
  return session;
}
