import { beforeAll, describe, expect, test } from 'vitest';
import { perSuite } from '../../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../../testing/test-service.ts';
import { createTenant, freshAddress, type Person, signIn } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

let headers: Record<string, string | undefined>;
const service = useService();
/** Another service on the same database, with a secret of its own. */
const foreign = useService({
  beside: service,
  env: { SERVICE_SECRET: 'another-service-secret-0123456789abcdef' },
});
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  const { email, token } = tenant.owner;
  const [text = '', signature = ''] = token.split('.');
  headers = {
    'no header': undefined,
    'an empty token': 'Bearer ',
    nonsense: 'Bearer nonsense',
    'another scheme': `Basic ${token}`,
    'the token without its scheme': token,
    'the token without its signature': `Bearer ${text}`,
    'a signature of another token': `Bearer ${text}x.${signature}`,
    'a changed signature': `Bearer ${text}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a token twice': `Bearer ${token}, Bearer ${token}`,
    'a token with something behind it': `Bearer ${token}; a=b`,
    'the token of a session of another service': `Bearer ${(await signIn(foreign, email)).token}`,
    'the token of a session that ended': `Bearer ${(await ended()).token}`,
    'the token of a session that expired': `Bearer ${(await expired()).token}`,
    'the key of an app': `Bearer ${tenant.apiKey}`,
    'the anon key, as supabase-js sends it': `Bearer ${TEST_ANON_KEY}`,
  };
});

async function ended(): Promise<Person> {
  const person = await signIn(service, tenant.owner.email);
  expect((await person.post('/api/auth/sign-out', {})).status).toBe(200);
  return person;
}

async function expired(): Promise<Person> {
  const person = await signIn(service, tenant.owner.email);
  await service.services.workPool.query(
    `update auth_sessions set expires_at = now() - interval '1 second' where token = $1`,
    [person.token.split('.')[0]],
  );
  return person;
}

const ENDPOINTS: readonly [string, string, object?][] = [
  ['POST', '/rest/v1/rpc/list_apps', {}],
  ['POST', '/rest/v1/rpc/create_account', { p_name: 'A' }],
  ['GET', '/trpc/list_apps?input=%7B%22json%22%3A%7B%7D%7D'],
  ['GET', '/trpc/analytics.summary?input=%7B%22json%22%3A%7B%7D%7D'],
  ['GET', '/v1/analytics?resource=summary'],
  ['GET', '/functions/v1/analytics?resource=summary'],
  ['POST', '/v1/generate-key', { app_id: '11111111-1111-4111-8111-111111111111' }],
  ['GET', '/api/auth/list-sessions'],
  ['POST', '/api/auth/update-user', { name: 'Changed' }],
  ['POST', '/api/auth/change-password', { currentPassword: 'x', newPassword: 'long enough for all' }],
  ['POST', '/api/auth/revoke-session', { token: 'x' }],
  ['POST', '/api/auth/revoke-other-sessions'],
  ['POST', '/api/auth/revoke-sessions'],
  ['POST', '/api/auth/sign-out'],
];

const ask = (method: string, path: string, body: object | undefined, authorization: string | undefined) =>
  service.request(path, {
    method,
    headers: {
      apikey: TEST_ANON_KEY,
      'content-type': 'application/json',
      'x-forwarded-for': freshAddress(),
      ...(authorization !== undefined && { authorization }),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });

describe('a token that is no session’s', () => {
  test.each(ENDPOINTS)('is answered 401 by %s %s', async (method, path, body) => {
    for (const [name, authorization] of Object.entries(headers)) {
      const response = await ask(method, path, body, authorization);
      expect([name, response.status]).toEqual([name, 401]);
    }
  });

  test('is answered 401 where it is asked whose session it is; no token is none', async () => {
    for (const [name, authorization] of Object.entries(headers)) {
      const response = await ask('GET', '/api/auth/get-session', undefined, authorization);
      expect([name, response.status]).toEqual([name, authorization === undefined ? 200 : 401]);
      if (authorization === undefined) expect(await response.json()).toBeNull();
    }
  });

  test('ends no session', async () => {
    expect((await tenant.owner.get('/api/auth/list-sessions')).status).toBe(200);
    expect((await tenant.owner.rpc('list_apps')).status).toBe(200);
  });
});
