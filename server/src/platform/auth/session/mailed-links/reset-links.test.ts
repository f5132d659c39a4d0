import { beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../../testing/test-tenant.ts';
import { tokenIn } from '../../../net/mail/testing/test-mail-server.ts';
import { useMails, worked } from '../testing/follow-mails.ts';

const NEW_PASSWORD = 'another-long-password';
const MINUTE = 60_000;
let now = Date.parse('2026-06-01T12:00:00Z');
const { mails, service, other, ask, signIn, linkTo, follow } = useMails({ clock: () => now });

let person: Person;
beforeEach(async () => {
  person = await signUp(service);
});

async function resetToken(index = 0): Promise<string> {
  expect((await ask('/request-password-reset', { email: person.email })).status).toBe(200);
  return tokenIn((await mails.mailTo(person.email, index)).source);
}

const reset = (token: string, newPassword = NEW_PASSWORD, on = service) =>
  ask('/reset-password', { token, newPassword }, undefined, on);

describe('a link that resets the password', () => {
  test('is the only one of its person: three used at once change the password once', async () => {
    const tokens = [await resetToken(0), await resetToken(1), await resetToken(2)];
    const answers = await Promise.all(
      tokens.map((token, n) => reset(token, `password-number-${n}`, n % 2 ? service : other)),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
    expect((await signIn(person.email, 'password-number-2')).status).toBe(200);
  });

  test('works once, however many use it at once at two instances', async () => {
    const token = await resetToken();
    const uses = Array.from({ length: 8 }, (_, n) =>
      reset(token, `password-number-${n}`, n % 2 ? service : other),
    );
    const answers = await Promise.all(uses);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await signIn(person.email, `password-number-${winner}`)).status).toBe(200);
  });

  test('ends with a changed password', async () => {
    const token = await resetToken();
    const body = { currentPassword: PASSWORD, newPassword: 'a-third-long-password' };
    expect((await ask('/change-password', body, person.token, other)).status).toBe(200);
    expect((await reset(token)).status).toBe(400);
    expect((await signIn(person.email, 'a-third-long-password')).status).toBe(200);
  });

  test('ends with a changed address, also when that is changed back', async () => {
    const token = await resetToken();
    const newEmail = `new-${person.email}`;
    await ask('/change-email', { newEmail, password: PASSWORD }, person.token);
    expect(worked(await follow(await linkTo(newEmail), other))).toBe(true);
    expect((await reset(token)).status).toBe(400);
    await ask('/change-email', { newEmail: person.email, password: PASSWORD }, person.token);
    expect(worked(await follow(await linkTo(newEmail, 1)))).toBe(true);
    expect(worked(await follow(await linkTo(person.email, 1)))).toBe(true);
    expect((await reset(token)).status).toBe(400);
    expect((await signIn(person.email)).status).toBe(200);
  });

  test('ends after an hour', async () => {
    const token = await resetToken();
    now += 59 * MINUTE;
    const visit = () => ask(`/reset-password/${token}?callbackURL=/console/reset-password`);
    expect((await visit()).text).toMatch(new RegExp(`/console/reset-password#${token}$`));
    now += 2 * MINUTE;
    expect((await visit()).text).toContain('error=INVALID_TOKEN');
    expect((await reset(token)).status).toBe(400);
  });

  test('changes no address, and a link that changes one resets no password', async () => {
    const token = await resetToken();
    expect(worked(await ask(`/verify-email?token=${token}&callbackURL=/console/verify`))).toBe(false);
    const newEmail = `new-${person.email}`;
    await ask('/change-email', { newEmail, password: PASSWORD }, person.token);
    const change = new URL(await linkTo(newEmail)).searchParams.get('token') ?? '';
    expect((await reset(change)).status).toBe(400);
    expect((await signIn(person.email)).status).toBe(200);
  });

  test('says in its mail that access tokens outlive a new password', async () => {
    await resetToken();
    expect((await mails.mailTo(person.email)).source).toMatch(/Access tokens outlive it/);
  });
});
