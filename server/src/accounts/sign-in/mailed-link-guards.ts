import { setTimeout as pause } from 'node:timers/promises';
import { endSessions } from '../../platform/auth/session/mailed-links/end-links.ts';
import { findLink } from '../../platform/auth/session/mailed-links/find-link.ts';
import { checkLink, followLink } from '../../platform/auth/session/mailed-links/follow-link.ts';
import { resetUrl, verifyUrl } from '../../platform/auth/session/mailed-links/link-url.ts';
import { mailChange, mailReset } from '../../platform/auth/session/mailed-links/mail-link.ts';
import { resetByLink } from '../../platform/auth/session/mailed-links/reset-by-link.ts';
import { signInByLink } from '../../platform/auth/session/mailed-links/sign-in-by-link.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { LibraryAnswer } from './ask-sign-in-library.ts';
import type { Guard } from './guard.ts';
import { isConsolePage } from './mail-target.ts';
import { provePassword } from './prove-password.ts';
import { mailParts, sendVerification, verifiedPage } from './send-verification.ts';

/** An answer to who asks for a mail takes this long, in ms, whether there was one to send or not. */
const MAIL_ANSWER_MS = 300;

const ok = (body: object = { status: true }): LibraryAnswer => ({
  status: 200,
  headers: new Headers(),
  body,
});
const redirect = (location: URL): LibraryAnswer => ({
  status: 302,
  headers: new Headers({ location: location.href }),
  body: null,
});
const INVALID_TOKEN = { code: 'INVALID_TOKEN', message: 'Invalid token' };

/** Neither the answer nor its time reveals whether the address is in use. */
export const guardRequestReset: Guard = async ({ services, request }) => {
  const { email, redirectTo } = request.body as { email: string; redirectTo?: string };
  const parts = mailParts(services, (token) => resetUrl(services.config, redirectTo, token));
  await Promise.all([mailReset(parts, email.toLowerCase()), pause(MAIL_ANSWER_MS)]);
  return ok({
    status: true,
    message: 'If this email exists in our system, check your email for the reset link',
  });
};

/** Leads to the client's page with the token, if the link still works; the console's has it behind a `#`, as ever. */
export const guardResetCallback: Guard = async ({ services, request }) => {
  const location = new URL(request.query.callbackURL ?? '');
  const link = await findLink(services.workPool, request.pathToken, services.clock());
  if (link?.purpose !== 'reset_password') location.searchParams.set('error', INVALID_TOKEN.code);
  else if (isConsolePage(services.config, location)) location.hash = request.pathToken;
  else location.searchParams.set('token', request.pathToken);
  return redirect(location);
};

/** Sets a new password by the token of a mail; a used or unknown token is answered like an expired one. */
export const guardResetPassword: Guard = async ({ services, request }) => {
  const { token, newPassword } = request.body as { token: string; newPassword: string };
  const { workPool, passwords, clock } = services;
  const isReset = await resetByLink(workPool, passwords, { token, newPassword, now: clock() });
  return isReset ? ok() : { status: 400, headers: new Headers(), body: INVALID_TOKEN };
};

/** Signs in by an operator's link; a used or unknown token is answered like an expired one. */
export const guardSignInLink: Guard = async ({ services, request }) => {
  const { token } = request.body as { token: string };
  const { auth, workPool: pool, secrets, clock } = services;
  const { userAgent, clientAddress } = request;
  const signedIn = await signInByLink({ auth, pool, secrets, token, userAgent, clientAddress, now: clock() });
  if (signedIn === null) return { status: 401, headers: new Headers(), body: INVALID_TOKEN };
  const { bearer, ...body } = signedIn;
  const headers = new Headers({
    'set-auth-token': bearer,
    'access-control-expose-headers': 'set-auth-token',
  });
  return { status: 200, headers, body };
};

/** Neither the answer nor its time reveals whether the address is in use. */
export const guardSendVerification: Guard = async ({ services, request }) => {
  const { email, callbackURL } = request.body as { email: string; callbackURL?: string };
  await Promise.all([sendVerification(services, { email }, callbackURL), pause(MAIL_ANSWER_MS)]);
  return ok();
};

/**
 * A link in a mail proves an address, and signs no one in: that takes the password, and the second factor where there is
 * one. Whose session the request comes with does not matter.
 */
export const guardVerifyEmail: Guard = async ({ services, request }) => {
  const { token = '', callbackURL } = request.query;
  const parts = mailParts(services, (next) =>
    verifyUrl(services.config, callbackURL ?? verifiedPage(services.config), next),
  );
  const failure = request.isHead ? await checkLink(parts, token) : await followLink(parts, token);
  if (callbackURL === undefined) {
    if (failure === null) return ok({ status: true, user: null });
    return { status: 401, headers: new Headers(), body: { ...INVALID_TOKEN, code: failure } };
  }
  const location = new URL(callbackURL);
  if (failure !== null) location.searchParams.set('error', failure);
  // The console's page says so only where it is so.
  else if (isConsolePage(services.config, location)) location.searchParams.set('confirmed', 'yes');
  return redirect(location);
};

/** Whoever has the address can have the password reset: the session alone must not be enough to change it. */
export const guardChangeEmail: Guard = async ({ services, session, request }) => {
  await provePassword(services, session, request);
  const { newEmail, callbackURL = verifiedPage(services.config) } = request.body as {
    newEmail: string;
    callbackURL?: string;
  };
  const parts = mailParts(services, (token) => verifyUrl(services.config, callbackURL, token));
  const [isAnother] = await Promise.all([
    mailChange(parts, session?.id ?? '', newEmail.toLowerCase()),
    pause(MAIL_ANSWER_MS),
  ]);
  if (!isAnother) throw new AppError('VALIDATION_ERROR', 'newEmail: is your address already');
  return ok();
};

/** Whoever throws everybody out also ends what they may have asked for. */
export const guardRevokeSessions: Guard = async ({ services, session }) => {
  await endSessions(services.workPool, session?.userId ?? '');
  return ok();
};

/** Ends the person's sessions, but for the one that asks. */
export const guardRevokeOtherSessions: Guard = async ({ services, session }) => {
  await endSessions(services.workPool, session?.userId ?? '', session?.id);
  return ok();
};
