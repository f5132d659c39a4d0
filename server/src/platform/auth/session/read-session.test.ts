import { describe, expect, test } from 'vitest';
import { startTestService } from '../../../testing/test-service.ts';
import { freshAddress, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { readSession } from './read-session.ts';

const service = useService();

const read = (authorization: string | undefined) => readSession(service.services.auth, authorization);

describe('a session', () => {
  test('is read from its bearer token, and has no account before one is made', async () => {
    const person = await signUp(service);
    expect(await read(`Bearer ${person.token}`)).toMatchObject({ userId: person.userId, accountId: null });
  });

  test('ends at its expiry', async () => {
    const person = await signUp(service);
    await service.services.workPool.query(
      `update auth_sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [person.userId],
    );
    expect(await read(`Bearer ${person.token}`)).toBeNull();
  });

  test.each([
    ['no header', undefined],
    ['another scheme', 'Basic abc'],
    ['nonsense', 'Bearer nonsense'],
    ['an empty token', 'Bearer '],
  ])('is not found with %s', async (_name, authorization) => {
    expect(await read(authorization)).toBeNull();
  });

  test('is not found by its stored text alone: a reader of the table cannot sign in', async () => {
    const person = await signUp(service);
    const [stored] = person.token.split('.');
    expect(await read(`Bearer ${stored}`)).toBeNull();
    expect(await read(`Bearer ${stored}.${'A'.repeat(43)}=`)).toBeNull();
  });

  test('is read where the service is reached by https, too', async () => {
    const secure = await startTestService({ env: { PUBLIC_URL: 'https://service.example' } });
    const person = await signUp(secure);
    expect(await readSession(secure.services.auth, `Bearer ${person.token}`)).toMatchObject({
      userId: person.userId,
    });
    await secure.close();
  });

  test('is not found where the token brings something else along', async () => {
    const person = await signUp(service);
    for (const extra of ['; better-auth.dont_remember=1', ';a=b', ',a', '"']) {
      expect(await read(`Bearer ${person.token}${extra}`)).toBeNull();
    }
  });

  test('is found by a token that was encoded for a URL', async () => {
    const person = await signUp(service);
    expect(await read(`Bearer ${encodeURIComponent(person.token)}`)).toMatchObject({ userId: person.userId });
  });

  test('is no cookie: none is set and none is taken', async () => {
    const person = await signUp(service);
    const signIn = await service.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
      body: JSON.stringify({ email: person.email, password: 'Correct-horse-9-battery' }),
    });
    expect(signIn.status).toBe(200);
    expect(signIn.headers.get('set-cookie')).toBeNull();
    const session = await service.request('/api/auth/get-session', {
      headers: { cookie: `better-auth.session_token=${encodeURIComponent(person.token)}` },
    });
    expect(await session.json()).toBeNull();
  });
});

describe('sign-in', () => {
  const post = (path: string, body: string, token?: string) =>
    service.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': freshAddress(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body,
    });

  test('reads no more than 16 KB', async () => {
    const response = await post('sign-in/email', ' '.repeat(16_385));
    expect(response.status).toBe(413);
  });

  test.each(['a\\u0000', 'a\\ud800'])('refuses the name %s, which no database can keep', async (name) => {
    const person = await signUp(service);
    const response = await post('update-user', `{"name":"${name}"}`, person.token);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'name: must be well-formed text' });
  });

  test('takes a name in any script, however it is escaped', async () => {
    const person = await signUp(service);
    expect(
      (await post('update-user', '{"name":"\\ud83c\\udf89 Ng\\u0169g\\u0129"}', person.token)).status,
    ).toBe(200);
  });

  test('gives its answers an id too', async () => {
    expect((await post('sign-in/email', '{}')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
