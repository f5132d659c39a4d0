import { z } from 'zod';
import { displayName, text } from '../../platform/http/procedures/argument-types.ts';
import type { Guard } from './guard.ts';
import {
  guardChangeEmail,
  guardRequestReset,
  guardResetCallback,
  guardResetPassword,
  guardRevokeOtherSessions,
  guardRevokeSessions,
  guardSendVerification,
  guardSignInLink,
  guardVerifyEmail,
} from './mailed-link-guards.ts';
import {
  guardCode,
  guardGetSession,
  guardPassword,
  guardRecoveryCodes,
  guardSecondFactor,
  guardSignIn,
  guardSignUp,
} from './sign-in-guards.ts';

/** An endpoint of the sign-in library that is exposed, and the parameters that are passed on to it; nothing else is. */
export interface SignInEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below the sign-in path. */
  readonly path: string;
  /** The part of the body that is passed on. */
  readonly body?: z.ZodType<object>;
  /** The part of the query that is passed on. */
  readonly query?: z.ZodType<Record<string, string | undefined>>;
  /** The path parameters that are passed on. */
  readonly params?: z.ZodType<{ token: string }>;
  /** Only for a signed-in user. */
  readonly signedIn?: true;
  /** Verifies a password, which is expensive and can be used for guessing. */
  readonly password?: true;
  /** Opened from a mail: what a browser fetches ahead of its person uses up nothing. */
  readonly mailed?: true;
  readonly guard?: Guard;
}

const email = z
  .string()
  .max(254, 'must be 254 characters or fewer')
  .pipe(z.email('must be an e-mail address'));
const givenPassword = text(128).pipe(z.string().min(1, 'must not be empty'));
const newPassword = text(128).pipe(z.string().min(10, 'must be 10 characters or more'));
const token = z.string().regex(/^[\w-]{1,128}$/, 'must be a token');
const signedToken = z.string().regex(/^[\w.%+/=-]{1,2048}$/, 'must be a token');
/** What sign-in answered a person with who has a second factor; without one it is about the session's. */
const twoFactorToken = signedToken.optional();
const image = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2048);

/** An address to go to, which mail-target.ts checks. */
const address = text(2048).pipe(z.string().min(1, 'must not be empty'));
/** Every parameter that names one. */
export const ADDRESS_PARAMETERS: readonly string[] = ['callbackURL', 'redirectTo'];

export const SIGN_IN_ENDPOINTS: readonly SignInEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-up/email',
    body: z.object({
      name: displayName,
      email,
      password: newPassword,
      image: image.optional(),
      rememberMe: z.boolean().optional(),
      invitationToken: z
        .string()
        .max(200, 'must be 200 characters or fewer')
        .optional()
        .describe('Lets an invited person in where SIGN_UP=invite.'),
    }),
    password: true,
    guard: guardSignUp,
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    body: z.object({ email, password: givenPassword, rememberMe: z.boolean().optional() }),
    password: true,
    guard: guardSignIn,
  },
  { method: 'POST', path: '/sign-in/link', body: z.object({ token }), guard: guardSignInLink },
  { method: 'POST', path: '/sign-out', signedIn: true },
  { method: 'GET', path: '/get-session', guard: guardGetSession },
  { method: 'GET', path: '/list-sessions', signedIn: true },
  { method: 'POST', path: '/revoke-session', body: z.object({ token }), signedIn: true },
  { method: 'POST', path: '/revoke-sessions', signedIn: true, guard: guardRevokeSessions },
  { method: 'POST', path: '/revoke-other-sessions', signedIn: true, guard: guardRevokeOtherSessions },
  {
    method: 'POST',
    path: '/update-user',
    body: z.object({ name: displayName.optional(), image: image.nullish() }),
    signedIn: true,
  },
  {
    method: 'POST',
    path: '/change-password',
    body: z.object({ currentPassword: givenPassword, newPassword }),
    signedIn: true,
    password: true,
    guard: guardPassword,
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: z.object({ email, redirectTo: address.optional() }),
    password: true,
    guard: guardRequestReset,
  },
  {
    method: 'GET',
    path: '/reset-password/:token',
    params: z.object({ token }),
    query: z.object({ callbackURL: address }),
    mailed: true,
    guard: guardResetCallback,
  },
  {
    method: 'POST',
    path: '/reset-password',
    body: z.object({ token, newPassword }),
    password: true,
    guard: guardResetPassword,
  },
  {
    method: 'POST',
    path: '/send-verification-email',
    body: z.object({ email, callbackURL: address.optional() }),
    password: true,
    guard: guardSendVerification,
  },
  {
    method: 'GET',
    path: '/verify-email',
    query: z.object({ token: signedToken, callbackURL: address.optional() }),
    mailed: true,
    guard: guardVerifyEmail,
  },
  {
    method: 'POST',
    path: '/change-email',
    body: z.object({ newEmail: email, password: givenPassword, callbackURL: address.optional() }),
    signedIn: true,
    password: true,
    guard: guardChangeEmail,
  },
  {
    method: 'POST',
    path: '/two-factor/enable',
    body: z.object({ password: givenPassword }),
    signedIn: true,
    password: true,
    guard: guardPassword,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    body: z.object({ password: givenPassword }),
    signedIn: true,
    password: true,
    guard: guardPassword,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    body: z.object({ password: givenPassword }),
    signedIn: true,
    password: true,
    guard: guardRecoveryCodes,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    body: z.object({
      code: z
        .string()
        .regex(/^\d{6}$/, 'must be six digits')
        .meta({ description: 'The code of the authenticator app.', examples: ['123456'] }),
      twoFactorToken,
    }),
    password: true,
    guard: guardCode,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    body: z.object({
      code: z
        .string()
        .regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, 'must be a recovery code')
        .meta({ description: 'A recovery code.', examples: ['aB3dE-fG4hI'] }),
      twoFactorToken,
    }),
    password: true,
    guard: guardSecondFactor,
  },
  { method: 'GET', path: '/ok' },
];
