import { sendJson } from '../http/send-json.ts';
import { adoptSession, credentials, renewSession } from './session.ts';

const AUTH = '/api/auth';

/** Where a sign-in stands: done, or waiting for a code of the second factor. */
export type SignInStep = { readonly done: true } | { readonly done: false; readonly twoFactorToken: string };

interface SignInAnswer {
  readonly twoFactorRedirect?: boolean;
  readonly twoFactorToken?: string;
}

/**
 * Asks an endpoint of sign-in that a signed-in person has. One that replaces the session answers with the token of the new
 * one, which the browser takes. @throws ServiceError
 */
export async function askAuth<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: credentials().authorization ?? '' };
  const answer = await sendJson<Answer>(AUTH + path, {
    headers,
    ...(body ? { body } : { method: 'GET' as const }),
  });
  const token = answer.headers.get('set-auth-token');
  if (token) await renewSession(token);
  return answer.body;
}

/** Asks an endpoint of sign-in that needs no session. @throws ServiceError */
export async function askSignIn(path: string, body: object): Promise<void> {
  await sendJson(AUTH + path, { body });
}

/** Signs in by address and password. @throws ServiceError */
export async function signIn(email: string, password: string): Promise<SignInStep> {
  return enter('/sign-in/email', { email, password });
}

/** Signs in by the token of a link that an operator made; it works once. @throws ServiceError */
export async function signInByLink(token: string): Promise<SignInStep> {
  return enter('/sign-in/link', { token });
}

/** Ends a sign-in with a code of an authenticator app, or a recovery code. @throws ServiceError */
export async function giveSecondFactor(code: string, twoFactorToken: string): Promise<SignInStep> {
  const isCode = /^\d{6}$/.test(code);
  return enter(isCode ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', {
    code,
    twoFactorToken,
  });
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly invitationToken?: string;
}

/** Makes a person and signs them in. `done` is false where their address has to be confirmed first. */
export async function signUp(person: NewPerson): Promise<{ readonly done: boolean }> {
  const { headers } = await sendJson(`${AUTH}/sign-up/email`, { body: person });
  const token = headers.get('set-auth-token');
  if (token) await adoptSession(token);
  return { done: token !== null };
}

async function enter(path: string, body: object): Promise<SignInStep> {
  const answer = await sendJson<SignInAnswer>(AUTH + path, { body });
  const { twoFactorRedirect, twoFactorToken = '' } = answer.body;
  if (twoFactorRedirect) return { done: false, twoFactorToken };
  await adoptSession(answer.headers.get('set-auth-token') ?? '');
  return { done: true };
}
