import { unexpected } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { AUTH_BASE_PATH, CLIENT_ADDRESS_HEADER } from '../../session/auth.ts';
import { twoFactorCookie, withTwoFactorToken } from './two-factor-token.ts';

/** A request as the library gets it: made by us from what was checked, in one spelling. */
export interface LibraryRequest {
  readonly method: 'GET' | 'POST';
  /** Below the sign-in path, with its parameters filled in. */
  readonly path: string;
  readonly query: Record<string, string | undefined>;
  readonly body: object;
  /** The Authorization header, where it could hold a session's token. */
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
  /** Parsed JSON; null where there is none. */
  readonly body: unknown;
}

/** What is kept of it with a session. */
const MAX_USER_AGENT = 512;

/**
 * Has the sign-in library answer. No cookie reaches it, nor comes from it, but for the one that it keeps a sign-in in that
 * waits for its second factor: that is a token of ours.
 *
 * @throws AppError OVERLOADED, INTERNAL_ERROR where it failed, whatever it made of that.
 */
export async function askSignInLibrary(
  { auth, libraryLog, workPool }: Services,
  request: LibraryRequest,
): Promise<LibraryAnswer> {
  const cookie = await twoFactorCookie(auth, request.twoFactorToken);
  const { result: response, hidden } = await libraryLog.watch(() => auth.handler(toRequest(request, cookie)));
  if (response.status >= 500 || hidden) {
    // Where the database is away, that is what to say: coming again helps.
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

/** The library's own name for what is wrong, if it gave one. */
export function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}
