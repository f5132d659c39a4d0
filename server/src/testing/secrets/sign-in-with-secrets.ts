import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { totpOf } from '../../platform/auth/session/testing/totp.ts';
import { linkIn, tokenIn } from '../../platform/net/mail/testing/test-mail-server.ts';
import type { SecretRun } from './start-secret-run.ts';

const EMAIL = 'whole-life@example.com';
const EVIL = 'callbackURL=https%3A%2F%2Fevil.example';

interface Passwords {
  readonly first: string;
  readonly second: string;
}

interface SecondFactor {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/**
 * Signs up, confirms the address, enables the second factor, sets a new password by mail and signs in with it; every
 * secret is given wrongly as well. Returns the session's token.
 */
export async function signInWithSecrets(run: SecretRun): Promise<string> {
  const passwords = {
    first: run.secrets.keep('password', `first-${randomUUID()}`),
    second: run.secrets.keep('next password', `second-${randomUUID()}`),
  };
  const factor = await signUp(run, passwords);
  await resetPassword(run, passwords);
  return signIn(run, passwords, factor);
}

async function signUp({ auth, mails, secrets, ...run }: SecretRun, given: Passwords): Promise<SecondFactor> {
  const { first: password, second } = given;
  const { token } = await auth('/sign-up/email', { email: EMAIL, password, name: 'Test Person' });
  await auth('/sign-in/email', { email: EMAIL, password: `${password}x` });
  await auth('/sign-in/email', { email: [EMAIL], password: { password } });
  await auth('/change-password', { currentPassword: second, newPassword: password }, token);
  await auth('/send-verification-email', { email: EMAIL });
  const { pathname, search } = new URL(linkIn((await mails.mailTo(EMAIL)).source));
  secrets.keep('token in a mailed link', new URLSearchParams(search).get('token'));
  expect((await run.ask('GET', pathname + search)).status).toBe(302);
  await run.ask('GET', `${pathname}${search.split('&')[0]}&${EVIL}`);

  const { body } = await auth<SecondFactor>('/two-factor/enable', { password }, token);
  secrets.keep('totp secret', new URL(body.totpURI).searchParams.get('secret'));
  for (const code of body.backupCodes) secrets.keep('recovery code', code);
  expect((await auth('/two-factor/verify-totp', { code: totpOf(body.totpURI) }, token)).status).toBe(200);
  return body;
}

async function resetPassword({ auth, ask, mails, secrets }: SecretRun, { first, second }: Passwords) {
  await auth('/request-password-reset', { email: EMAIL });
  const token = secrets.keep('reset token', tokenIn((await mails.mailTo(EMAIL, 1)).source));
  await auth('/reset-password', { token, newPassword: 'short' });
  await ask('GET', `/api/auth/reset-password/${token}?${EVIL}`);
  const { location } = await ask('GET', `/api/auth/reset-password/${token}?callbackURL=%2Fconsole%2Fnext`);
  expect(location).toContain(token);
  expect((await auth('/reset-password', { token, newPassword: second })).status).toBe(200);
  await auth('/reset-password', { token, newPassword: first });
}

async function signIn(
  { auth, secrets }: SecretRun,
  { second: password }: Passwords,
  { totpURI, backupCodes: [recoveryCode = ''] }: SecondFactor,
): Promise<string> {
  const first = await auth<{ twoFactorToken: string }>('/sign-in/email', { email: EMAIL, password });
  const twoFactorToken = secrets.keep('two-factor token', first.body.twoFactorToken);
  await auth('/two-factor/verify-backup-code', { code: recoveryCode.toLowerCase(), twoFactorToken });
  // The code that turned it on is used up.
  const code = totpOf(totpURI, Date.now() + 30_000);
  const { status, token } = await auth('/two-factor/verify-totp', { code, twoFactorToken });
  expect(status).toBe(200);
  return token;
}
