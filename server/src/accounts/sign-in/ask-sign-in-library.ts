import { CLIENT_ADDRESS_HEADER } from '../../platform/auth/session/library/auth.ts';
import { AUTH_BASE_PATH } from '../../platform/auth/session/library/auth-base-path.ts';
import { unexpected } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/services.ts';
import { twoFactorCookie, withTwoFactorToken } from './two-factor-token.ts';

/** A request to the library: built from validated input, in one canonical form. */
export interface LibraryRequest {
  readonly method: 'GET' | 'POST';
  /** Whether only the headers were asked for, as what looks for dead links does. */
  readonly isHead: boolean;
  /** Below the sign-in path, with its parameters filled in. */
  readonly path: string;
  /** The token in its path, if there is one. */
  readonly pathToken: string;
  readonly query: Record<string, string | undefined>;
  readonly body: object;
  /** The Authorization header, if it could hold a session token. */
  readonly authorization: string | undefined;
  readonly hasAuthorization: boolean;
  readonly userAgent: string | undefined;
  readonly clientAddress: string;
  /** Where a sign-in waits for its second factor: see two-factor-token.ts. */
  readonly twoFactorToken?: string | undefined;
}

export interface LibraryAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; null if there is none. */
  readonly body: unknown;
}

/** The length stored with a session. */
const MAX_USER_AGENT = 512;

/**
 * Lets the sign-in library answer. Cookies are removed in both directions, except for the one that holds a sign-in that
 * waits for its second factor: it is exposed as a token.
 *
 * @throws AppError OVERLOADED or INTERNAL_ERROR if it failed, however the library reported that.
 */
export async function askSignInLibrary(
  { auth, libraryLog, renewSignature, workPool }: Services,
  { authorization, ...request }: LibraryRequest,
): Promise<LibraryAnswer> {
  const cookie = await twoFactorCookie(auth, request.twoFactorToken);
  const forwarded = toRequest({ ...request, authorization: await renewSignature(authorization) }, cookie);
  const { result: response, hidden } = await libraryLog.watch(() => auth.handler(forwarded));
  if (response.status >= 500 || hidden) {
    // If the database is unreachable, report that: retrying helps.
    await workPool.query('select 1');
    throw unexpected(hidden ?? new Error(`the sign-in library answered ${response.status}`));
  }
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: withTwoFactorToken(text === '' ? null : JSON.parse(text), response.headers),
  };
}

function toRequest(
  { method, path, query, body, authorization, userAgent, clientAddress }: LibraryRequest,
  cookie: string | undefined,
) {
  const url = new URL(`http://library${AUTH_BASE_PATH}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: clientAddress });
  if (authorization !== undefined) headers.set('authorization', authorization);
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, MAX_USER_AGENT));
  if (method === 'GET') return new Request(url, { method, headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** The library's own code for the error, if it gave one. */
export function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}
