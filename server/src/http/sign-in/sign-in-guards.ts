import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { isInvited } from '../../invitations/invitation-token.ts';
import type { Services } from '../../services.ts';
import type { Session } from '../../session/read-session.ts';
import { signUpWhereAllowed } from '../../session/sign-up-policy.ts';
import { addressKey } from '../rate-limits/rate-limit.ts';
import { codeOf, type LibraryAnswer, type LibraryRequest } from './ask-sign-in-library.ts';
import { attemptPassword, attemptSignIn, personKey, rememberAddress } from './sign-in-attempt.ts';

/** A request that is about to be passed to the sign-in library. */
interface GuardedRequest {
  readonly services: Services;
  readonly request: LibraryRequest;
  /** The caller's session, if the endpoint requires one. */
  readonly session: Session | undefined;
  /** Passes the request to the library. */
  ask(): Promise<LibraryAnswer>;
}

/** Decides whether a request is passed to the library, and interprets the answer. */
export type Guard = (guarded: GuardedRequest) => Promise<LibraryAnswer>;

/** Only if SIGN_UP allows it. An invitation is proven by its token, so that no one learns which addresses are invited. */
export const guardSignUp: Guard = async ({ services, request, ask }) => {
  const { workPool, config, clock } = services;
  const { email, invitationToken } = request.body as { email: string; invitationToken?: string };
  const invited = async () =>
    invitationToken !== undefined &&
    (await isInvited(workPool, invitationToken, email.toLowerCase(), clock()));
  const answer = await signUpWhereAllowed(workPool, config.signUp, invited, ask);
  if (answer.status === 200) await rememberAddress(services.limits, ...emailAndAddress(request));
  return answer;
};

/** Only while there have not been too many wrong passwords for that e-mail address. */
export const guardSignIn: Guard = ({ services, request, ask }) => {
  const attempt = () => judge(ask, 'INVALID_EMAIL_OR_PASSWORD');
  return attemptSignIn(services.limits, ...emailAndAddress(request), attempt);
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

/** Whoever has the address can have the password reset: the session alone must not be enough to change it. */
export const guardChangeEmail: Guard = async ({ services, session, request, ask }) => {
  await provePassword(services, session, request);
  const { newEmail } = request.body as { newEmail: string };
  return sendMail(services, newEmail, ask);
};

/** Neither the answer nor its time reveals whether the address is in use. */
export const guardMail: Guard = ({ services, request, ask }) =>
  sendMail(services, (request.body as { email: string }).email, ask);

/**
 * A link in a mail proves an address, and signs no one in: that takes the password, and the second factor where there is
 * one.
 */
export const guardVerifyEmail: Guard = async ({ services, request, ask }) => {
  const answer = await ask();
  const signed = answer.headers.get('set-auth-token');
  if (signed === null) return answer;
  if (!request.hasAuthorization) {
    const token = decodeURIComponent(signed).split('.', 1)[0];
    await services.workPool.query('delete from auth_sessions where token = $1', [token]);
  }
  const headers = new Headers(answer.headers);
  headers.delete('set-auth-token');
  return { ...answer, headers };
};

/** Without a session it takes the token of a sign-in. */
export const guardSecondFactor: Guard = async ({ request, ask }) => {
  if (request.twoFactorToken === undefined && !request.hasAuthorization)
    throw new AppError('AUTH_ERROR', 'neither a session nor a twoFactorToken was given');
  return ask();
};

/** An answer to who asks for a mail takes this long, in ms, whether there was one to send or not. */
const MAIL_ANSWER_MS = 300;

async function sendMail(services: Services, email: string, ask: () => Promise<LibraryAnswer>) {
  await services.limits.mailsPerPerson.consume(personKey(email));
  const [answer] = await Promise.all([ask(), pause(MAIL_ANSWER_MS)]);
  return answer;
}

/** @throws AppError VALIDATION_ERROR, RATE_LIMIT */
async function provePassword(
  { auth, limits }: Services,
  session: Session | undefined,
  { body }: LibraryRequest,
): Promise<void> {
  const userId = session?.userId ?? '';
  const { password } = body as { password: string };
  const { internalAdapter, password: passwords } = await auth.$context;
  const { right } = await attemptPassword(limits, userId, async () => {
    const credential = (await internalAdapter.findAccounts(userId)).find(
      ({ providerId }) => providerId === 'credential',
    );
    const hash = credential?.password;
    return { result: null, right: hash ? await passwords.verify({ hash, password }) : false };
  });
  if (!right) throw new AppError('VALIDATION_ERROR', 'password: is wrong');
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
