import type { Role } from '@tributary/db/accounts/team-member.entity';
import { AppError } from '../errors.ts';
import type { Auth } from './auth.ts';

/** The caller, according to the session token or the access token. */
export interface Session {
  /** The id of the session or of the access token. */
  readonly id: string;
  readonly userId: string;
  /** The account that the session works in; the server put it there. */
  readonly accountId: string | null;
  /** Set for an access token: it has at most this role. */
  readonly accessToken?: { readonly id: string; readonly role: Role };
}

/**
 * The session of an `Authorization: Bearer` header, or null where there is none that is valid.
 *
 * Only that header is looked at: a browser's cookie never authenticates a first-party endpoint.
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

/** The token of an `Authorization: Bearer` header that could be one. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer ([\w.%+/=-]+)$/i.exec(authorization)?.[1];
}

/** Hands the signed token over as the cookie that it is to the library, whose bearer plugin would verify it a second time. */
async function findSession(auth: Auth, token: string) {
  try {
    const { authCookies } = await auth.$context;
    return await auth.api.getSession({
      headers: new Headers({ cookie: `${authCookies.sessionToken.name}=${token}` }),
      query: { disableRefresh: false },
    });
  } catch (cause) {
    // A token that is wrong in any way gives no session; what is thrown is the store's, and the library hides why.
    throw new AppError('OVERLOADED', 'sessions cannot be read now; try again later', {
      retryAfter: 1,
      cause,
    });
  }
}
