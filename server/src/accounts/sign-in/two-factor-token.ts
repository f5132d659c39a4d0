import type { Auth } from '../../platform/auth/session/library/auth.ts';

/** The library's name for the cookie, whatever comes before it. */
const COOKIE = 'two_factor';
const SET_COOKIE = /(?:^|\.)two_factor=([^;]+)/;

/**
 * A sign-in that waits for its second factor, as the library keeps it: in a cookie. No cookie is sent to clients here, so its value
 * is a token in the answer, which comes back with the code.
 */
export async function twoFactorCookie(auth: Auth, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const { createAuthCookie } = await auth.$context;
  return `${createAuthCookie(COOKIE).name}=${token}`;
}

/** The answer to a right password, where that is not enough, with the token. */
export function withTwoFactorToken(body: unknown, headers: Headers): unknown {
  if (typeof body !== 'object' || body === null || !('twoFactorRedirect' in body)) return body;
  const set = headers.getSetCookie().flatMap((cookie) => SET_COOKIE.exec(cookie)?.[1] ?? []);
  return { ...body, twoFactorToken: set.at(-1) };
}

/** Who waits for a second factor, by the token of their sign-in; null if it is none, or no longer. */
export async function waitingUser(auth: Auth, token: string): Promise<string | null> {
  const { internalAdapter } = await auth.$context;
  const value = decoded(token);
  const waiting = await internalAdapter.findVerificationValue(value.slice(0, value.lastIndexOf('.')));
  return waiting && waiting.expiresAt > new Date() ? waiting.value : null;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
