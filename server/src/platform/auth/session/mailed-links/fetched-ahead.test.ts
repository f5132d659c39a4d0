import { beforeEach, describe, expect, test } from 'vitest';
import { freshAddress, type Person, signUp } from '../../../../testing/test-tenant.ts';
import { useMails, worked } from '../testing/follow-mails.ts';

const ORIGIN = 'https://app.example.com';
const { service, ask, signIn, linkTo, follow } = useMails({ env: { REDIRECT_ORIGINS: ORIGIN } });

const NEW_PASSWORD = 'another-long-password';
const AHEAD: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
  { 'x-purpose': 'preview' },
];

let person: Person;
beforeEach(async () => {
  person = await signUp(service);
});

/** As a browser that opens mails' links before anyone does. */
async function expectNothing(link: string): Promise<void> {
  const { pathname, search } = new URL(link);
  for (const ahead of AHEAD)
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'x-forwarded-for': freshAddress(), ...ahead };
      const answer = await service.request(pathname + search, { method, headers });
      const { status } = answer;
      expect([status, answer.headers.get('location'), await answer.text()], JSON.stringify(ahead)).toEqual([
        503,
        null,
        '',
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
}

const fieldsOf = async () =>
  (
    await service.services.workPool.query(
      'select email, email_verified as verified from auth_users where id = $1',
      [person.userId],
    )
  ).rows[0];

describe('what a browser fetches ahead uses up no link', () => {
  test('that proves an address', async () => {
    await ask('/send-verification-email', { email: person.email });
    const link = await linkTo(person.email);
    await expectNothing(link);
    expect(await fieldsOf()).toEqual({ email: person.email, verified: false });
    expect(worked(await follow(link))).toBe(true);
    expect(await fieldsOf()).toEqual({ email: person.email, verified: true });
  });

  test('that changes an address, nor has it mail the next one', async () => {
    await service.services.workPool.query('update auth_users set email_verified = true where id = $1', [
      person.userId,
    ]);
    const newEmail = `new-${person.email}`;
    await ask('/change-email', { newEmail, password: 'Correct-horse-9-battery' }, person.token);
    const first = await linkTo(person.email);
    await expectNothing(first);
    expect(worked(await follow(first))).toBe(true);
    const second = await linkTo(newEmail);
    await expectNothing(second);
    expect(await fieldsOf()).toMatchObject({ email: person.email });
    expect(worked(await follow(second))).toBe(true);
    expect(await fieldsOf()).toMatchObject({ email: newEmail });
  });

  test('that sets a password, nor keeps where it led', async () => {
    await ask('/request-password-reset', { email: person.email, redirectTo: `${ORIGIN}/reset` });
    const link = await linkTo(person.email);
    await expectNothing(link);
    const token = new URL((await follow(link)).text).searchParams.get('token') ?? '';
    expect((await ask('/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200);
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  });
});

test('what an app asks while its page is rendered ahead is answered', async () => {
  const headers = { authorization: `Bearer ${person.token}`, 'sec-purpose': 'prefetch;prerender' };
  expect((await service.request('/api/auth/get-session', { headers })).status).toBe(200);
});
