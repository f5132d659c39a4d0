import type { Role } from '@tributary/db/accounts/team-member.entity';
import { AppError } from '../../errors/errors.ts';
import type { Auth } from './library/auth.ts';

/** The caller, according to the session token or the access token. */
export interface Session {
  /** The id of the session or of the access token. */
  readonly id: string;
  readonly userId: string;
  /** The account that the session is in, as recorded by the server. */
  readonly accountId: string | null;
  /** Only for access tokens, whose permissions are limited to this role. */
  readonly accessToken?: { readonly id: string; readonly role: Role };
}

/**
 * The session of an `Authorization: Bearer` header, or null if there is no valid one.
 *
 * Cookies are ignored: they never authenticate a request.
 */
export async function readSession(auth: Auth, authorization: string | undefined): Promise<Session | null> {
  const token = bearerToken(authorization);
  if (token === undefined) return null;
  const found = await findSession(auth, token);
  if (!found) return null;
  return {
    id: found.session.id,
    userId: found.session.userId,
    accountId: found.session.activeAccountId ?? null,
  };
}

/** The token of an `Authorization: Bearer` header, if it is well-formed. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer ([\w.%+/=-]+)$/i.exec(authorization)?.[1];
}

/** Passes the signed token as the library's session cookie; through its bearer plugin it would be verified twice. */
async function findSession(auth: Auth, token: string) {
  try {
    const { authCookies } = await auth.$context;
    return await auth.api.getSession({
      headers: new Headers({ cookie: `${authCookies.sessionToken.name}=${token}` }),
      query: { disableRefresh: false },
    });
  } catch (cause) {
    // An invalid token yields no session, so an error comes from the database; the library hides its cause.
    throw new AppError('OVERLOADED', 'sessions cannot be read now; try again later', {
      retryAfter: 1,
      cause,
    });
  }
}
