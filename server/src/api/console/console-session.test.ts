import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant, freshAddress, signIn } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const https = useService({ env: { PUBLIC_URL: 'https://t.example/base' } });
const tenant = perSuite(() => createTenant(service));

type Headers_ = Record<string, string>;
const OWN = { 'sec-fetch-site': 'same-origin' };

async function ask(method: string, headers: Headers_, on = service) {
  const response = await on.request('/console/session', {
    method,
    headers: { 'x-forwarded-for': freshAddress(), ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    cookie: response.headers.get('set-cookie'),
    cache: response.headers.get('cache-control'),
  };
}
const take = (token: string, on = service) => ask('POST', { ...OWN, authorization: `Bearer ${token}` }, on);
const cookieOf = (cookie: string | null) => cookie?.split(';')[0] ?? '';

describe('a session', () => {
  test('is taken into a cookie that scripts and other paths do not get, and comes back from it', async () => {
    const { token } = await signIn(service, tenant.owner.email);
    const taken = await take(token);
    expect(taken).toMatchObject({ status: 200, body: { token, apikey: TEST_ANON_KEY }, cache: 'no-store' });
    expect(taken.cookie).toBe(
      `tributary_console=${token}; Max-Age=2592000; Path=/console/session; HttpOnly; SameSite=Strict`,
    );
    const resumed = await ask('POST', { ...OWN, cookie: `other=1; ${cookieOf(taken.cookie)}` });
    expect(resumed).toMatchObject({ status: 200, body: { token, apikey: TEST_ANON_KEY } });
  });

  test('ends as a whole: its token is worth nothing afterwards', async () => {
    const person = await signIn(service, tenant.owner.email);
    const cookie = cookieOf((await take(person.token)).cookie);
    expect(await ask('DELETE', { ...OWN, cookie })).toMatchObject({
      status: 204,
      cookie: expect.stringContaining('Max-Age=0'),
    });
    expect((await person.rpc('list_accounts')).status).toBe(401);
    expect(await ask('POST', { ...OWN, cookie })).toMatchObject({ status: 204, body: null });
    expect((await ask('DELETE', OWN)).status).toBe(204);
  });

  test('that is none is no error for a page that asks, and one for a token that is handed in', async () => {
    expect(await ask('POST', OWN)).toMatchObject({ status: 204, body: null, cookie: null });
    const stale = await ask('POST', { ...OWN, cookie: 'tributary_console=nothing' });
    expect(stale).toMatchObject({ status: 204, cookie: expect.stringContaining('Max-Age=0') });
    expect(await take('nothing')).toMatchObject({ status: 401, cookie: null });
  });

  test('is none by an access token, which is not a person', async () => {
    const made = await tenant.owner.rpc('create_access_token', { p_label: 'a', p_role: 'viewer' });
    const { token } = (await made.json()) as { token: string };
    expect((await take(token)).status).toBe(401);
  });

  test('has a cookie for https alone where the service is there, below its path', async () => {
    const { owner } = await createTenant(https);
    expect((await take(owner.token, https)).cookie).toMatch(/; Path=\/base\/console\/session; .*; Secure$/);
  });
});

describe('a page of another origin', () => {
  test.each<[string, Headers_, number]>([
    ['says that it is another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['says that it is the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['was typed', { 'sec-fetch-site': 'none' }, 403],
    ['says nothing', {}, 403],
    ['has another origin', { host: '192.168.1.5:8787', origin: 'http://evil.example' }, 403],
    ['has none', { host: '192.168.1.5:8787', origin: 'null' }, 403],
    ['has another port', { host: '192.168.1.5:8787', origin: 'http://192.168.1.5:80' }, 403],
    [
      'claims the origin',
      { 'sec-fetch-site': 'cross-site', host: '10.1.2.3', origin: 'http://10.1.2.3' },
      403,
    ],
    ['has another scheme', { host: '192.168.1.5:8787', origin: 'https://192.168.1.5:8787' }, 403],
    ['is none, on plain HTTP', { host: '192.168.1.5:8787', origin: 'http://192.168.1.5:8787' }, 204],
  ])('that %s is answered %j with %i', async (_what, headers, status) => {
    for (const method of ['POST', 'DELETE']) expect((await ask(method, headers)).status).toBe(status);
  });

  test.each<[string, Headers_, number]>([
    ['is the same host without encryption', { host: 't.example', origin: 'http://t.example' }, 403],
    ['is the same host by another port', { host: 't.example', origin: 'https://t.example:8443' }, 403],
    ['is none', { host: 't.example', origin: 'https://t.example' }, 204],
    ['is none, by an address', { host: '10.1.2.3', origin: 'http://10.1.2.3' }, 204],
  ])('of a service with https %s: %j is answered %i', async (_what, headers, status) => {
    for (const method of ['POST', 'DELETE']) expect((await ask(method, headers, https)).status).toBe(status);
  });

  test('gets nothing of a session', async () => {
    const { token } = await signIn(service, tenant.owner.email);
    const cookie = cookieOf((await take(token)).cookie);
    const { body } = await ask('POST', { 'sec-fetch-site': 'cross-site', cookie });
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

test('a cookie authenticates nothing but its own path', async () => {
  const { token } = await signIn(service, tenant.owner.email);
  const response = await service.request('/rest/v1/rpc/list_accounts', {
    method: 'POST',
    headers: {
      apikey: TEST_ANON_KEY,
      cookie: `tributary_console=${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(response.status).toBe(401);
});
