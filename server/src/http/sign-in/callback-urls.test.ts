import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useSignIn } from './testing/use-sign-in.ts';

const ORIGIN = 'http://127.0.0.1:8787';
const EVIL = 'https://evil.example/';

const { service, person, ask, expectClear } = useSignIn();

describe('a callback URL', () => {
  const evil = [
    EVIL,
    'HTTPS://EVIL.EXAMPLE',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    ' https://evil.example',
    `${ORIGIN}@evil.example/`,
    `${ORIGIN}.evil.example/`,
    'http://127.0.0.1:9999/',
    'http://localhost:8787/',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    '\u0000/x',
  ];

  async function resetToken(): Promise<string> {
    const token = randomBytes(12).toString('hex');
    await service.services.workPool.query(
      `insert into auth_verifications (identifier, value, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [`reset-password:${token}`, person.userId],
    );
    return token;
  }

  test.each(evil)('%j redirects no one away, with a valid or an invalid token', async (url) => {
    for (const token of [await resetToken(), 'no-such-token']) {
      const response = await ask(`/reset-password/${token}?callbackURL=${encodeURIComponent(url)}`, {
        method: 'GET',
      });
      expect([400, 403]).toContain(response.status);
      expect(response.headers.get('location')).toBeNull();
      await expectClear(response, url);
    }
  });

  test('given twice counts once, and redirects no one away', async () => {
    const response = await ask(`/reset-password/x?callbackURL=/in&callbackURL=${encodeURIComponent(EVIL)}`, {
      method: 'GET',
    });
    expect(response.headers.get('location') ?? ORIGIN).toMatch(new RegExp(`^${ORIGIN}`));
    await expectClear(response, 'twice');
  });

  test.each([
    ['/welcome?step=1', `${ORIGIN}/welcome?step=1`],
    [`${ORIGIN}/welcome`, `${ORIGIN}/welcome`],
  ])('%s of our own is gone to, with the token or the reason', async (url, target) => {
    const token = await resetToken();
    const visit = (name: string) =>
      ask(`/reset-password/${name}?callbackURL=${encodeURIComponent(url)}`, { method: 'GET' });
    const right = new URL((await visit(token)).headers.get('location') ?? '');
    expect(right.searchParams.get('token')).toBe(token);
    right.searchParams.delete('token');
    expect(right.href).toBe(target);
    const wrong = new URL((await visit('no-such-token')).headers.get('location') ?? '');
    expect(wrong.origin).toBe(ORIGIN);
    expect(wrong.searchParams.get('error')).toBe('INVALID_TOKEN');
  });

  test.each(evil.slice(0, 4))('%j in a body redirects no one', async (url) => {
    const password = 'Correct-horse-9-battery';
    const email = `p${randomBytes(6).toString('hex')}@example.com`;
    const urls = { callbackURL: url, errorCallbackURL: url, newUserCallbackURL: url, redirectTo: url };
    for (const [path, body] of [
      ['/sign-up/email', { name: 'P', email, password }],
      ['/sign-in/email', { email, password }],
      ['/request-password-reset', { email }],
    ] as const) {
      const response = await ask(path, { body: JSON.stringify({ ...body, ...urls }) });
      expect(response.headers.get('location')).toBeNull();
      const answer = (await response.clone().json()) as { redirect?: boolean; url?: string };
      expect(answer.redirect ?? false).toBe(false);
      expect(answer.url).toBeUndefined();
      await expectClear(response, `${path} ${url}`);
    }
  });
});
