import { createTestDatabase } from '@tributary/db/testing/test-database';
import { describe, expect, test } from 'vitest';
import { openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { startTestService } from '../../testing/test-service.ts';
import { freshAddress, signUp } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const guarded = useService({ env: { METRICS_TOKEN: 'metrics-token-for-tests' } });

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

const HERE = { host: 'localhost:8787' };

describe('GET /metrics', () => {
  test.each([
    ['from this machine', '127.0.0.1', HERE, 200],
    ['from this machine over IPv6', '::1', { host: '[::1]:8787' }, 200],
    ['from this machine, seen as IPv6', '::ffff:127.0.0.1', HERE, 200],
    ['from elsewhere', '192.0.2.7', HERE, 401],
    ['from elsewhere, saying it is from here', '192.0.2.7', { ...HERE, 'x-forwarded-for': '127.0.0.1' }, 401],
    ['through a proxy on this machine', '127.0.0.1', { ...HERE, 'x-forwarded-for': '192.0.2.7' }, 401],
    ['through a proxy that names its host', '127.0.0.1', { ...HERE, 'x-forwarded-host': 'localhost' }, 401],
    ['through a proxy that names its protocol', '127.0.0.1', { ...HERE, 'X-Forwarded-Proto': 'https' }, 401],
    ['through a proxy that names the client', '127.0.0.1', { ...HERE, 'cf-connecting-ip': '192.0.2.7' }, 401],
    ['through a proxy that says so otherwise', '127.0.0.1', { ...HERE, forwarded: 'for=127.0.0.1' }, 401],
  ])('%s answers %s %j with %i', async (_name, peer, headers, status) => {
    expect((await service.app.request('/metrics', { headers }, from(peer))).status).toBe(status);
  });

  test.each([
    ['localhost', 200],
    ['LocalHost', 200],
    ['localhost:80', 200],
    ['127.0.0.1', 200],
    ['127.8.9.10:65535', 200],
    ['[::1]', 200],
    ['[0:0:0:0:0:0:0:1]:1', 200],
    ['', 400],
    ['rebound.example', 401],
    ['rebound.example:8787', 401],
    ['localhost.rebound.example', 401],
    ['127.0.0.1.rebound.example', 401],
    ['127.1', 401],
    ['2130706433', 401],
    ['128.0.0.1', 401],
    ['192.0.2.7:8787', 401],
    ['[2001:db8::1]', 401],
    ['[::1].rebound.example', 400],
    ['[::1', 400],
    ['::1', 400],
    ['localhost:8787:x', 400],
    ['localhost@rebound.example', 400],
    ['localhost:123456', 400],
    ['localhost:', 401],
  ])(
    'from this machine for the host %s answers %i: a page may have had its name led here',
    async (host, status) => {
      const headers = { host };
      expect((await service.app.request('/metrics', { headers }, from('127.0.0.1'))).status).toBe(status);
    },
  );

  test.each<Record<string, string>>([
    { PUBLIC_URL: 'https://links.example.com' },
    { PUBLIC_URL: 'http://192.168.1.20:8787' },
  ])('where others reach the service (%j), this machine may be a proxy that adds no header', async (env) => {
    const behind = await startTestService({ env });
    expect((await behind.app.request('/metrics', { headers: HERE }, from('127.0.0.1'))).status).toBe(401);
    await behind.close();
  });

  test('is for this machine where that alone is meant to reach the service', async () => {
    const local = await startTestService({ env: { PUBLIC_URL: 'http://localhost:8787' } });
    expect((await local.app.request('/metrics', { headers: HERE }, from('127.0.0.1'))).status).toBe(200);
    await local.close();
  });

  test('with METRICS_TOKEN is open to anyone who has it', async () => {
    const ask = (token?: string, host = 'metrics.example', peer = '192.0.2.7') =>
      guarded.app.request(
        '/metrics',
        { headers: { host, ...(token && { authorization: `Bearer ${token}` }) } },
        from(peer),
      );
    expect((await ask()).status).toBe(401);
    expect((await ask(undefined, 'localhost', '127.0.0.1')).status).toBe(401);
    expect((await ask('another token')).status).toBe(401);
    expect((await ask('metrics-token-for-tests')).status).toBe(200);
  });
});

describe('without its database the service', () => {
  test('is alive but not ready, answers 503 to what needs it, and recovers when it is back', async () => {
    const database = await createTestDatabase();
    const gate = await openDatabaseGate(database.url);
    const cut = await startTestService({ databaseUrl: gate.url });
    const person = await signUp(cut);
    const requests: Record<string, () => Promise<Response>> = {
      '/healthz': () => cut.request('/healthz'),
      '/readyz': () => cut.request('/readyz'),
      '/v1/resolve-key': () =>
        cut.request('/v1/resolve-key', { headers: { 'x-service-api-key': `svc_${'0'.repeat(64)}` } }),
      '/v1/analytics': () => person.get('/v1/analytics?resource=summary'),
      '/l/spring': () => cut.request('/l/spring'),
      create_account: () => person.rpc('create_account', { p_name: 'A' }),
      'sign-in': () =>
        cut.request('/api/auth/sign-in/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
          body: JSON.stringify({ email: person.email, password: 'x'.repeat(12) }),
        }),
    };
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(requests).map(async ([name, ask]) => [name, (await ask()).status])),
      );

    await gate.shut();
    expect(await statuses()).toEqual({
      '/healthz': 200,
      '/readyz': 503,
      '/v1/resolve-key': 503,
      '/v1/analytics': 503,
      '/l/spring': 503,
      create_account: 503,
      'sign-in': 503,
    });
    await gate.open();
    expect(await statuses()).toEqual({
      '/healthz': 200,
      '/readyz': 200,
      '/v1/resolve-key': 401,
      '/v1/analytics': 403,
      '/l/spring': 404,
      create_account: 200,
      'sign-in': 401,
    });
    await cut.close();
    await gate.shut();
    await database.drop();
  });
});
