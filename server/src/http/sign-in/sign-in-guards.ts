import { AppError } from '../../errors.ts';
import { isInvited } from '../../invitations/invitation-token.ts';
import type { Services } from '../../services.ts';
import type { Session } from '../../session/read-session.ts';
import { signUpWhereAllowed } from '../../session/sign-up-policy.ts';
import { addressKey } from '../rate-limits/rate-limit.ts';
import { codeOf, type LibraryAnswer, type LibraryRequest } from './ask-sign-in-library.ts';
import { attemptPassword, attemptSignIn, rememberAddress } from './sign-in-attempt.ts';

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
export const guardChangePassword: Guard = async ({ services, session, ask }) => {
  const attempt = () => judge(ask, 'INVALID_PASSWORD');
  return (await attemptPassword(services.limits, session?.userId ?? '', attempt)).result;
};

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
