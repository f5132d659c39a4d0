import { readPerson } from '../../platform/auth/session/read-caller.ts';
import { signUpWhereAllowed } from '../../platform/auth/session/sign-up-policy.ts';
import { takeCode } from '../../platform/auth/session/take-code.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { Services } from '../../platform/services.ts';
import { isInvited } from '../invitations/invitation-token.ts';
import { codeOf, type LibraryAnswer, type LibraryRequest } from './ask-sign-in-library.ts';
import type { Guard } from './guard.ts';
import { provePassword } from './prove-password.ts';
import { sendVerification } from './send-verification.ts';
import { attemptPassword, attemptSignIn, rememberAddress } from './sign-in-attempt.ts';
import { waitingUser } from './two-factor-token.ts';

/** Only if SIGN_UP allows it. An invitation is proven by its token, so that no one learns which addresses are invited. */
export const guardSignUp: Guard = async ({ services, request, ask }) => {
  const { workPool, config, clock } = services;
  const { email, invitationToken } = request.body as { email: string; invitationToken?: string };
  const invited = async () =>
    invitationToken !== undefined &&
    (await isInvited(workPool, invitationToken, email.toLowerCase(), clock()));
  const answer = await signUpWhereAllowed(workPool, config.signUp, invited, ask);
  if (answer.status !== 200) return answer;
  await rememberAddress(services.limits, ...emailAndAddress(request));
  // Where the address is in use, the library answers with a user who does not exist.
  const { user } = answer.body as { user: { id: string } };
  if (config.requireVerifiedEmail) await sendVerification(services, { email, id: user.id });
  return answer;
};

/** Only while there have not been too many wrong passwords for that e-mail address. */
export const guardSignIn: Guard = async ({ services, request, ask }) => {
  const attempt = () => judge(ask, 'INVALID_EMAIL_OR_PASSWORD');
  const [email, address] = emailAndAddress(request);
  const answer = await attemptSignIn(services.limits, email, address, attempt);
  if (codeOf(answer.body) === 'EMAIL_NOT_VERIFIED') await sendVerification(services, { email });
  return answer;
};

function emailAndAddress({ body, clientAddress }: LibraryRequest): [email: string, address: string] {
  return [(body as { email: string }).email, addressKey(clientAddress)];
}

/** Someone with a stolen session must not be able to guess the password. */
export const guardPassword: Guard = async ({ services, session, ask }) => {
  const attempt = () => judge(ask, 'INVALID_PASSWORD');
  return (await attemptPassword(services.limits, session?.userId ?? '', attempt)).result;
};

/** The library says of a wrong password here that there is none. */
export const guardRecoveryCodes: Guard = async ({ services, session, request, ask }) => {
  await provePassword(services, session, request);
  return ask();
};

/** Without a session it takes the token of a sign-in. */
export const guardSecondFactor: Guard = async ({ request, ask }) => {
  if (request.twoFactorToken === undefined && !request.hasAuthorization)
    throw new AppError('AUTH_ERROR', 'neither a session nor a twoFactorToken was given');
  return ask();
};

/** A code of an authenticator app works once. */
export const guardCode: Guard = async (guarded) => {
  const { services, request } = guarded;
  const { auth, workPool } = services;
  const { code } = request.body as { code: string };
  const userId = await secondFactorUser(services, request);
  if (userId !== null && !(await takeCode(auth, workPool, { userId, code, now: Date.now() })))
    return { status: 401, headers: new Headers(), body: { code: 'INVALID_CODE', message: 'Invalid code' } };
  return guardSecondFactor(guarded);
};

/** Whose second factor it is: the session's, else that of the sign-in that waits for it. */
async function secondFactorUser(services: Services, request: LibraryRequest): Promise<string | null> {
  const session = await readPerson(services, request.authorization);
  if (session) return session.userId;
  if (request.twoFactorToken === undefined) return null;
  return waitingUser(services.auth, request.twoFactorToken);
}

/** No token means no session; an invalid one is an error. */
export const guardGetSession: Guard = async ({ request, ask }) => {
  const answer = await ask();
  if (answer.body === null && request.hasAuthorization) {
    throw new AppError('AUTH_ERROR', 'there is no valid session');
  }
  return answer;
};

/** Whether the answer says that the given password was right. */
async function judge(ask: () => Promise<LibraryAnswer>, wrong: string) {
  const result = await ask();
  const right = result.status === 200 ? true : codeOf(result.body) === wrong ? false : null;
  return { result, right };
}
