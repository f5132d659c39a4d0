import type { Pool } from 'pg';
import type { SignIn } from './create-sign-in.ts';
import { isAccessTokenShaped, readAccessToken } from './read-access-token.ts';
import { bearerToken, readSession, type Session } from './read-session.ts';

/** What a caller is read with. */
export interface CallerSources extends Pick<SignIn, 'auth' | 'renewSignature'> {
  readonly workPool: Pool;
  /** Unix ms. */
  readonly clock: () => number;
}

/** The caller by the `Authorization: Bearer` header: a signed-in user or an access token; null if it is neither. */
export async function readCaller(
  services: CallerSources,
  authorization: string | undefined,
): Promise<Session | null> {
  const token = bearerToken(authorization);
  if (token !== undefined && isAccessTokenShaped(token))
    return readAccessToken(services.workPool, token, services.clock());
  return readPerson(services, authorization);
}

/** The same, but only for signed-in users. */
export async function readPerson(
  { auth, renewSignature }: Pick<SignIn, 'auth' | 'renewSignature'>,
  authorization: string | undefined,
): Promise<Session | null> {
  return readSession(auth, await renewSignature(authorization));
}
