import { z } from 'zod';
import type { ErrorCode } from '../../platform/errors/errors.ts';

/** What the reference says of a sign-in endpoint; the rest is in sign-in-endpoints.ts. */
export interface SignInFacts {
  readonly summary: string;
  readonly description: string;
  /** What it answers where it does not fail; null where it redirects. */
  readonly answer: z.ZodType | null;
  readonly fails?: readonly ErrorCode[];
  /** What the library answers beside the service's own failures, by status. */
  readonly refusals?: Readonly<Record<number, string>>;
}

const time = z.iso.datetime();
const user = z
  .looseObject({
    id: z.string().describe('The person.'),
    email: z.string(),
    name: z.string().describe('The person’s name.'),
    image: z.string().nullish().describe('A picture of the person.'),
    emailVerified: z.boolean().describe('Whether a mail has proved the address.'),
    createdAt: time.describe('When they signed up, ISO 8601.'),
    updatedAt: time.describe('When they last changed, ISO 8601.'),
  })
  .describe('The person.');
const session = z
  .looseObject({
    id: z.string().describe('The session.'),
    userId: z.string().describe('The person.'),
    token: z.string().describe('The session’s name, which is no credential.'),
    expiresAt: time.describe('When it ends, ISO 8601.'),
    createdAt: time.describe('When it began, ISO 8601.'),
    updatedAt: time.describe('When it was last prolonged, ISO 8601.'),
  })
  .describe('The session.');
const done = z.looseObject({
  status: z.boolean().optional().describe('True.'),
  success: z.boolean().optional().describe('True.'),
  message: z.string().optional().describe('What happens next.'),
});
const signedIn = z.looseObject({
  token: z.string().nullish().describe('Its first part; the bearer token is the header `set-auth-token`.'),
  user,
});
const BEARER = 'The bearer token is the answer’s header `set-auth-token`.';

/** By the path of the endpoint. */
export const SIGN_IN_FACTS: Readonly<Record<string, SignInFacts>> = {
  '/sign-up/email': {
    summary: 'Sign up',
    description: `Makes a person, without an account, and signs them in. ${BEARER} 403 where the service takes only people who were invited, or nobody.`,
    answer: signedIn,
    fails: ['FORBIDDEN'],
    refusals: { 422: 'There is such a person already.' },
  },
  '/sign-in/email': {
    summary: 'Sign in',
    description: `Signs a person in. ${BEARER} A person with a second factor is answered \`twoFactorRedirect\` and a \`twoFactorToken\` instead.`,
    answer: z.union([
      signedIn,
      z.looseObject({
        twoFactorRedirect: z.literal(true).describe('A second factor is asked for.'),
        twoFactorToken: z.string().optional().describe('Goes with the code to `two-factor/verify-totp`.'),
      }),
    ]),
    fails: ['AUTH_ERROR', 'FORBIDDEN'],
  },
  '/sign-in/link': {
    summary: 'Sign in by a link',
    description: `Signs a person in with the token of a link that an operator made, which works once. ${BEARER}`,
    answer: signedIn,
    fails: ['AUTH_ERROR'],
  },
  '/sign-out': { summary: 'Sign out', description: 'Ends this session.', answer: done },
  '/get-session': {
    summary: 'Read the session',
    description: 'The session and its person; null without a token. 401 for a token that is no session’s.',
    answer: z.union([z.null(), z.looseObject({ session, user })]),
  },
  '/list-sessions': {
    summary: 'List one’s sessions',
    description: 'Every session of the person that has not ended.',
    answer: z.array(session),
  },
  '/revoke-session': {
    summary: 'End a session',
    description: 'Ends one of the person’s sessions, by the `token` that `list-sessions` shows.',
    answer: done,
  },
  '/revoke-sessions': {
    summary: 'End all sessions',
    description: 'Ends every session, this one too.',
    answer: done,
  },
  '/revoke-other-sessions': {
    summary: 'End the other sessions',
    description: 'Ends every session but this one.',
    answer: done,
  },
  '/update-user': {
    summary: 'Change one’s name or picture',
    description: 'Changes what is given.',
    answer: done,
  },
  '/change-password': {
    summary: 'Change one’s password',
    description: 'Sets a new password and ends every other session. The present one is asked for.',
    answer: z.looseObject({ user }),
  },
  '/request-password-reset': {
    summary: 'Ask for a new password',
    description: 'Mails a link, if there is such a person; the answer does not tell.',
    answer: done,
    fails: ['FORBIDDEN'],
  },
  '/reset-password/:token': {
    summary: 'Follow a reset link',
    description:
      'Leads a person from the link in their mail to the page that sets the password. What a browser fetches ahead of them is a 503.',
    answer: null,
  },
  '/reset-password': {
    summary: 'Set a new password',
    description: 'Sets it with the token of a mail, which works once, and ends every session.',
    answer: done,
  },
  '/send-verification-email': {
    summary: 'Ask for a verification mail',
    description: 'Mails a link that proves the address, if there is such a person; the answer does not tell.',
    answer: done,
  },
  '/verify-email': {
    summary: 'Follow a verification link',
    description:
      'Proves an address with the token of a mail, and leads on to `callbackURL` if there is one. What a browser fetches ahead (`Sec-Purpose` and the like) is a 503 that uses up nothing.',
    answer: done.extend({ user: user.nullish().describe('The person.') }),
    fails: ['AUTH_ERROR'],
  },
  '/change-email': {
    summary: 'Change one’s e-mail address',
    description:
      'Mails a link to the new address; the address changes when it is followed. The password is asked for.',
    answer: done,
  },
  '/two-factor/enable': {
    summary: 'Set up a second factor',
    description:
      'Answers the secret for an authenticator app and recovery codes, once. It counts after the first code.',
    answer: z.looseObject({
      totpURI: z.string().describe('For an authenticator app; it holds the secret.'),
      backupCodes: z.array(z.string()).describe('Recovery codes, each of which works once.'),
    }),
  },
  '/two-factor/disable': {
    summary: 'Remove the second factor',
    description: 'The password is asked for.',
    answer: done,
  },
  '/two-factor/generate-backup-codes': {
    summary: 'Make new recovery codes',
    description: 'Replaces all recovery codes. The password is asked for.',
    answer: z.looseObject({
      backupCodes: z.array(z.string()).describe('Recovery codes, each of which works once.'),
    }),
  },
  '/two-factor/verify-totp': {
    summary: 'Give the second factor',
    description: `Ends a sign-in, or a set-up, with a code of the authenticator app. ${BEARER}`,
    answer: signedIn,
    fails: ['AUTH_ERROR'],
  },
  '/two-factor/verify-backup-code': {
    summary: 'Give a recovery code',
    description: `Ends a sign-in with a recovery code, which works once. ${BEARER}`,
    answer: signedIn,
    fails: ['AUTH_ERROR'],
  },
  '/ok': {
    summary: 'Probe sign-in',
    description: 'Whether sign-in answers.',
    answer: z.looseObject({ ok: z.boolean().describe('True.') }),
  },
};
