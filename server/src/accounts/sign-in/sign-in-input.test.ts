import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { freshAddress, signUp } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const PASSWORD = 'Correct-horse-9-battery';

const service = useService({ realPasswords: true });
const person = perSuite(() => signUp(service));

const post = (path: string, body: string, type = 'application/json') =>
  service.request(`/api/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'x-forwarded-for': freshAddress(),
      authorization: `Bearer ${person.token}`,
    },
    body,
  });

const newEmail = () => `p${randomBytes(6).toString('hex')}@example.com`;
const signUpBody = (members: object) =>
  JSON.stringify({ name: 'P', email: newEmail(), password: PASSWORD, ...members });

describe('text that no database can keep', () => {
  test.each([
    ['/sign-up/email', 'name'],
    ['/sign-up/email', 'email'],
    ['/sign-up/email', 'password'],
    ['/sign-in/email', 'email'],
    ['/sign-in/email', 'password'],
    ['/update-user', 'name'],
    ['/change-password', 'currentPassword'],
    ['/change-password', 'newPassword'],
    ['/reset-password', 'newPassword'],
    ['/reset-password', 'token'],
    ['/request-password-reset', 'email'],
    ['/revoke-session', 'token'],
  ])('is refused by %s in %s, which is named', async (path, field) => {
    const fitting = {
      name: 'P',
      email: newEmail(),
      password: PASSWORD,
      currentPassword: PASSWORD,
      newPassword: PASSWORD,
      token: 'x',
    };
    for (const bad of ['\\u0000', '\\ud800', '\\udfff', '\\udc00\\ud800']) {
      const value = field === 'email' ? `a${bad}b@example.com` : `long enough ${bad} for all`;
      const body = JSON.stringify({ ...fitting, [field]: '?' }).replace('"?"', `"${value}"`);
      const response = await post(path, body);
      expect([bad, response.status]).toEqual([bad, 400]);
      expect(((await response.json()) as { error: string }).error).toMatch(new RegExp(`^${field}: must be `));
    }
  });

  test('is refused in a form, and as bytes that are no text', async () => {
    const form = `name=P%00&email=${encodeURIComponent(newEmail())}&password=${PASSWORD}`;
    expect((await post('/sign-up/email', form, 'application/x-www-form-urlencoded')).status).toBe(400);
    const response = await service.request('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
      body: Buffer.from(signUpBody({ name: 'a\xffb' }), 'latin1'),
    });
    expect(response.status).toBe(400);
  });

  test('is not what only looks like it', async () => {
    for (const password of ['a \\u0000 written out', 'a \\ud800 written out', '🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉']) {
      const email = newEmail();
      expect((await post('/sign-up/email', signUpBody({ email, password }))).status).toBe(200);
      expect((await post('/sign-in/email', JSON.stringify({ email, password }))).status).toBe(200);
    }
  });
});

describe('a new password', () => {
  test.each([
    [9, 400],
    [10, 200],
    [128, 200],
    [129, 400],
  ])('of %i characters is answered with %i', async (length, status) => {
    const response = await post('/sign-up/email', signUpBody({ password: 'x'.repeat(length) }));
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(((await response.json()) as { error: string }).error).toMatch(
        /^password: must be 1(0|28) characters/,
      );
    }
  });
});

describe('an e-mail address', () => {
  test.each([
    [254, 200],
    [255, 400],
  ])('of %i characters is answered with %i', async (length, status) => {
    const email = `${randomBytes(6)
      .toString('hex')
      .padEnd(length - 12, 'x')}@example.com`;
    expect(email).toHaveLength(length);
    expect((await post('/sign-up/email', signUpBody({ email }))).status).toBe(status);
  });
});

describe('a name', () => {
  test.each([
    ['', 400],
    ['   ', 400],
    ['x'.repeat(200), 200],
    ['x'.repeat(201), 400],
  ])('%j is answered with %i', async (name, status) => {
    expect((await post('/update-user', JSON.stringify({ name }))).status).toBe(status);
  });
});
