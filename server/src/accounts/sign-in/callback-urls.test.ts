import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeLink } from '../../platform/auth/session/mailed-links/make-link.ts';
import { PASSWORD } from '../../testing/test-tenant.ts';
import { ADDRESS_PARAMETERS, SIGN_IN_ENDPOINTS } from './sign-in-endpoints.ts';
import { useSignIn } from './testing/use-sign-in.ts';

const ORIGIN = 'http://127.0.0.1:8787';
const EVIL = 'https://evil.example/';

const { captured, service, person, ask, expectClear } = useSignIn();

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
    '/..//evil.example',
    '/.//evil.example',
    '/..//evil.example/%2e%2e',
    '/%2e%2e//evil.example',
    '/a/..//evil.example',
    '/%252fevil.example',
    '/.%2f/evil.example',
    '/..\\/evil.example',
    `${ORIGIN}//evil.example`,
    `${ORIGIN}/..//evil.example`,
    'http://evil.example@127.0.0.1:8787/',
    'http:///evil.example',
    // Of this service, and no page of the console.
    '/',
    '/l/evil',
    '/L/evil',
    '/l/evil?',
    '/l/',
    `${ORIGIN}/l/evil`,
    '/v1/deep-link?slug=evil',
    '/functions/v1/deep-link?slug=evil',
    '/console/../l/evil',
    '/console/%2e%2e/l/evil',
    '/console/%2E./l/evil',
    '/console/%252e%252e/l/evil',
    '/console/..%2fl/evil',
    '/console/..;/l/evil',
    '/console//evil.example',
    '/console/a.b',
    '/consoles',
    '/Console/verify',
    '/%63onsole/verify',
    '/paused',
    '/docs',
    '/reset-password',
    '/packages/',
    '/api/auth/ok',
  ];

  async function resetToken(): Promise<string> {
    const { workPool, clock } = service.services;
    const token = await makeLink(workPool, 'reset_password', person.email, clock());
    return token ?? '';
  }

  test.each(evil)('%j is refused by name wherever it is given, and nothing happens', async (url) => {
    const { workPool, clock } = service.services;
    const token = (await makeLink(workPool, 'verify_email', person.email, clock())) ?? '';
    const inQuery = `callbackURL=${encodeURIComponent(url)}`;
    const newEmail = `new-${person.email}`;
    const answers = [
      await ask(`/verify-email?token=${token}&${inQuery}`, { method: 'GET' }),
      await ask(`/verify-email?token=x&${inQuery}`, { method: 'GET' }),
      await ask(`/verify-email?token=x&${inQuery}`, { method: 'HEAD' }),
      await ask(`/reset-password/x?${inQuery}`, { method: 'GET' }),
      await ask('/request-password-reset', {
        body: JSON.stringify({ email: person.email, redirectTo: url }),
      }),
      await ask('/send-verification-email', {
        body: JSON.stringify({ email: person.email, callbackURL: url }),
      }),
      await ask('/change-email', {
        body: JSON.stringify({ newEmail, password: PASSWORD, callbackURL: url }),
        token: person.token,
      }),
    ];
    for (const [n, answer] of answers.entries()) {
      expect([n, answer.status]).toEqual([n, expect.toBeOneOf([400, 403])]);
      expect(answer.headers.get('location')).toBeNull();
      if (n !== 2) expect(await answer.text()).toMatch(n === 4 ? /redirectTo: / : /callbackURL: /);
    }
    const { rows } = await workPool.query('select email_verified from auth_users where id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([{ email_verified: false }]);
    expect(captured.lines().filter((line) => 'mail' in line)).toEqual([]);
  });

  test('is every parameter that names an address to go to', () => {
    const named = SIGN_IN_ENDPOINTS.flatMap(({ body, query }) =>
      [body, query].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
    ).filter((name) => /url|redirect|callback/i.test(name));
    expect(named.length).toBeGreaterThan(4);
    expect(new Set(named)).toEqual(new Set(ADDRESS_PARAMETERS));
  });

  test.each([
    ['/console/./b/../verify', '/console/verify'],
    ['/console/a/..', '/console/'],
    [
      '/console/verify?next=//evil.example#//evil.example',
      '/console/verify?next=//evil.example#//evil.example',
    ],
  ])('%s is normalised, and led to in full', async (url, path) => {
    const answer = await ask(`/verify-email?token=x&callbackURL=${encodeURIComponent(url)}`, {
      method: 'GET',
    });
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.searchParams.get('error')).toBe('INVALID_TOKEN');
    location.searchParams.delete('error');
    expect(decodeURIComponent(location.href)).toBe(ORIGIN + path);
  });

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
    const response = await ask(
      `/reset-password/x?callbackURL=/console/in&callbackURL=${encodeURIComponent(EVIL)}`,
      {
        method: 'GET',
      },
    );
    expect(response.headers.get('location') ?? ORIGIN).toMatch(new RegExp(`^${ORIGIN}`));
    await expectClear(response, 'twice');
  });

  test.each([
    ['/console/welcome?step=1', `${ORIGIN}/console/welcome?step=1`],
    [`${ORIGIN}/console`, `${ORIGIN}/console`],
  ])(
    '%s of the console is gone to, with the token where no server sees it, or the reason',
    async (url, target) => {
      const token = await resetToken();
      const visit = (name: string) =>
        ask(`/reset-password/${name}?callbackURL=${encodeURIComponent(url)}`, { method: 'GET' });
      const right = new URL((await visit(token)).headers.get('location') ?? '');
      expect(right.hash).toBe(`#${token}`);
      right.hash = '';
      expect(right.href).toBe(target);
      const wrong = new URL((await visit('no-such-token')).headers.get('location') ?? '');
      expect(wrong.origin).toBe(ORIGIN);
      expect(wrong.searchParams.get('error')).toBe('INVALID_TOKEN');
    },
  );

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
