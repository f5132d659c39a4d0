import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captureLog } from '../../testing/capture-log.ts';
import { openDatabaseGate } from '../../testing/database-gate.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { freshAddress, type Person, signIn, signUp } from '../../testing/test-tenant.ts';

const ORIGIN = 'http://127.0.0.1:8787';
const EVIL = 'https://evil.example/';

const captured = captureLog('debug');
let service: TestService;
let person: Person;
let prober: Person;
beforeAll(async () => {
  service = await startTestService({ log: captured.log });
  person = await signUp(service);
  prober = await signUp(service);
});
afterAll(() => service.close());
beforeEach(() => captured.clear());

interface Asked {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly token?: string;
  readonly type?: string;
}

function ask(path: string, { method = 'POST', body, token, type = 'application/json' }: Asked = {}) {
  return service.request(`/api/auth${path}`, {
    method,
    headers: {
      'content-type': type,
      'x-forwarded-for': freshAddress(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  });
}

/** A clear client error, and nothing that would alert an operator. */
async function expectClear(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect(response.status, `${what}: ${text}`).toBeLessThan(500);
  if (response.status >= 400) expect(JSON.parse(text), what).toMatchObject({ error: expect.any(String) });
  const loud = captured.lines().filter(({ level }) => level > 30);
  expect(loud, what).toEqual([]);
  captured.clear();
}

const SUPPORTED = [
  ['POST', '/sign-up/email'],
  ['POST', '/sign-in/email'],
  ['GET', '/get-session'],
  ['GET', '/ok'],
  ['GET', '/list-sessions'],
  ['POST', '/update-user'],
  ['POST', '/change-password'],
  ['POST', '/request-password-reset'],
  ['POST', '/reset-password'],
  ['GET', '/reset-password/no-such-token'],
  ['POST', '/send-verification-email'],
  ['GET', '/verify-email'],
  ['POST', '/change-email'],
  ['POST', '/two-factor/enable'],
  ['POST', '/two-factor/disable'],
  ['POST', '/two-factor/generate-backup-codes'],
  ['POST', '/two-factor/verify-totp'],
  ['POST', '/two-factor/verify-backup-code'],
  ['POST', '/revoke-session'],
  ['POST', '/revoke-other-sessions'],
  ['POST', '/revoke-sessions'],
  ['POST', '/sign-out'],
] as const;

const UNSUPPORTED = [
  '',
  '/',
  '/error',
  '/error?error=<script>alert(1)</script>',
  '/sign-in',
  '/sign-in/social',
  '/sign-in/username',
  '/callback/google',
  '/callback/google?code=x&state=y',
  '/link-social',
  '/unlink-account',
  '/list-accounts',
  '/account-info',
  '/refresh-token',
  '/get-access-token',
  '/token',
  '/jwks',
  '/set-password',
  '/verify-password',
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/two-factor/view-backup-codes',
  '/delete-user',
  `/delete-user/callback?token=x&callbackURL=${encodeURIComponent(EVIL)}`,
  '/update-session',
  '/reference',
  '/.env',
  '/%00',
  '/%ff',
  '/sign-in/email/extra',
];

const long = 'x'.repeat(10_000);
const GARBAGE: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{}',
  '{"__proto__":{"email":"a@example.com"}}',
  '{"email":null,"password":null,"name":null,"newPassword":null,"currentPassword":null,"token":null}',
  '{"email":1,"password":2,"name":3,"newPassword":4,"currentPassword":5,"token":6,"image":7,"rememberMe":8}',
  '{"email":["a@example.com"],"password":["x"],"name":["x"],"newPassword":["x"],"currentPassword":["x"],"token":["x"]}',
  '{"email":{"$gt":""},"password":{"$gt":""},"name":{},"newPassword":{},"currentPassword":{},"token":{},"image":{}}',
  `{"email":"${long}@example.com","password":"${long}"}`,
  `{"name":"x","email":"${long}@example.com","password":"long enough for all"}`,
  `{"name":"${long}","image":"${long}","newPassword":"${long}","currentPassword":"${long}","token":"${long}"}`,
  '{"token":"\\u0000","newPassword":"long enough\\u0000","currentPassword":"\\ud800","name":"\\udfff","image":"javascript:alert(1)"}',
  `{"email":"nobody@example.com","password":"long enough for all","callbackURL":"${EVIL}"}`,
  `{"email":"nobody@example.com","redirectTo":"${EVIL}"}`,
  `{"token":"no-such-token","newPassword":"long enough for all"}`,
  'email=nobody%40example.com&password=long+enough',
  new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
];

/** What answers a stranger: who asks for a mail learns nothing of whether one was sent. */
const ANSWERED = ['/ok', '/get-session', '/request-password-reset', '/send-verification-email'];

describe('probing sign-in', () => {
  test.each(SUPPORTED)('%s %s answers whatever a stranger sends with a clear 4xx', async (method, path) => {
    for (const body of method === 'GET' ? [undefined] : GARBAGE) {
      for (const token of [undefined, 'nonsense', `${'a'.repeat(32)}.${'A'.repeat(43)}=`]) {
        const response = await ask(path, {
          method,
          ...(body !== undefined && { body }),
          ...(token && { token }),
        });
        if (!ANSWERED.includes(path)) {
          expect(response.status, `${path} ${String(body).slice(0, 80)}`).toBeGreaterThanOrEqual(400);
        }
        await expectClear(response, `${path} ${String(body).slice(0, 80)}`);
      }
    }
  });

  test.each(SUPPORTED)('%s %s answers whatever a signed-in person sends', async (method, path) => {
    let { token } = await signIn(service, prober.email);
    // These end the session, and signing in again is slow.
    const garbage = ['/sign-out', '/revoke-sessions'].includes(path) ? GARBAGE.slice(0, 6) : GARBAGE;
    for (const body of method === 'GET' ? [undefined] : garbage) {
      captured.clear();
      await expectClear(
        await ask(path, { method, token, ...(body !== undefined && { body }) }),
        `${path} ${String(body).slice(0, 80)}`,
      );
      const stillIn = await ask('/get-session', { method: 'GET', token });
      if (stillIn.status === 401) token = (await signIn(service, prober.email)).token;
    }
  });

  test.each(UNSUPPORTED)('%s does not exist', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const body =
        method === 'POST' ? '{"provider":"google","token":"x","email":"a@example.com"}' : undefined;
      const response = await ask(path, { method, token: person.token, ...(body && { body }) });
      expect(response.status, `${method} ${path}`).toBe(404);
      expect(response.headers.get('location')).toBeNull();
      if (method !== 'HEAD') await expectClear(response, `${method} ${path}`);
    }
  });

  test.each(SUPPORTED)('%s %s takes no other method', async (method, path) => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (name) => name !== method,
    )) {
      const response = await ask(path, { method: other, token: person.token });
      expect(response.status, other).toBe(405);
      expect(response.headers.get('allow')).toBe(method === 'GET' ? 'GET, HEAD' : method);
      await expectClear(response, `${other} ${path}`);
    }
  });

  test('is reported when the database is unreachable, whatever the library makes of it', async () => {
    const database = await createTestDatabase();
    const gate = await openDatabaseGate(database.url);
    const cut = await startTestService({ databaseUrl: gate.url });
    const { token, email } = await signUp(cut);
    await gate.shut();
    const password = 'Correct-horse-9-battery';
    const asked: [string, string, object?][] = [
      ['POST', '/sign-up/email', { name: 'P', email: 'new@example.com', password }],
      ['POST', '/sign-in/email', { email, password }],
      ['GET', '/get-session'],
      ['GET', '/list-sessions'],
      ['POST', '/update-user', { name: 'P' }],
      ['POST', '/change-password', { currentPassword: password, newPassword: password }],
      ['POST', '/reset-password', { token: 'x', newPassword: password }],
      ['GET', '/reset-password/x?callbackURL=/'],
      ['POST', '/revoke-sessions'],
      ['POST', '/sign-out'],
    ];
    for (const [method, path, body] of asked) {
      const response = await cut.request(`/api/auth${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': freshAddress() },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '1']);
    }
    await cut.close();
    await database.drop();
  });

  test('names what is wrong with a body', async () => {
    const response = await ask('/sign-up/email', { body: '{"name":"","email":"x","password":"short"}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error:
        'name: must not be empty; email: must be an e-mail address; password: must be 10 characters or more',
      message: expect.any(String),
    });
  });

  test('writes down neither addresses nor URLs that were tried', async () => {
    const secret = `s${randomBytes(8).toString('hex')}`;
    await ask('/sign-in/email', { body: `{"email":"${secret}@example.com","password":"${secret}"}` });
    await ask('/sign-up/email', { body: `{"name":"x","email":"${person.email}","password":"${secret}"}` });
    await ask(`/reset-password/${secret}?callbackURL=https://${secret}.example`, { method: 'GET' });
    await ask('/request-password-reset', {
      body: `{"email":"${secret}@example.com","redirectTo":"https://${secret}"}`,
    });
    expect(captured.lines().length).toBeGreaterThan(4);
    expect(captured.text()).not.toContain(secret);
    expect(captured.text()).not.toContain(person.email);
  });
});

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

describe('sign-in', () => {
  test.each([
    ['an origin with a path', { PUBLIC_URL: 'https://example.com/tributary' }],
    ['IPv6', { HOST: '::1' }],
  ])('works where the service is reached at %s', async (_name, env) => {
    const other = await startTestService({ env });
    try {
      const someone = await signUp(other);
      expect((await someone.get('/api/auth/list-sessions')).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('lets no one cache its answers', async () => {
    const response = await ask('/get-session', { method: 'GET', token: person.token });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ user: { email: person.email } });
  });

  test('answers HEAD as GET', async () => {
    const response = await ask('/get-session', { method: 'HEAD', token: person.token });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('logs whose session it was', async () => {
    await person.rpc('create_account', { p_name: 'A' });
    captured.clear();
    await ask('/list-sessions', { method: 'GET', token: person.token });
    expect(captured.lines().at(-1)).toMatchObject({
      route: '/api/auth/list-sessions',
      status: 200,
      accountId: expect.any(String),
    });
  });
});
