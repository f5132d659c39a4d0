import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { describe, expect, test } from 'vitest';
import { openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { startTestService } from '../../testing/test-service.ts';
import { freshAddress, signIn, signUp } from '../../testing/test-tenant.ts';
import { useSignIn } from './testing/use-sign-in.ts';

const EVIL = 'https://evil.example/';

const { captured, service, person, ask, expectClear } = useSignIn();
const prober = perSuite(() => signUp(service));

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
      ['GET', '/reset-password/x?callbackURL=/console'],
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
