import { createTestDatabase } from '@tributary/db/testing/test-database';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captureLog } from '../../../testing/capture-log.ts';
import { createLink } from '../../../testing/create-link.ts';
import { openDatabaseGate } from '../../../testing/instances/database-gate.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { postEvents } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { startTestService, TEST_ANON_KEY } from '../../../testing/test-service.ts';
import { createTenant, freshAddress, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { isLoggedAtInfo } from './request-log.ts';

const captured = captureLog();
const service = useService({ log: captured.log });
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  await createLink(tenant, { p_slug: 'spring' });
});
beforeEach(() => captured.clear());

/** The log lines of some requests, without their durations. */
async function linesOf(ask: () => Promise<unknown>): Promise<object[]> {
  captured.clear();
  await ask();
  return captured.lines().map(({ method, route, status, accountId }) => ({
    method,
    route,
    status,
    ...(accountId !== undefined && { accountId }),
  }));
}

describe('the log', () => {
  test('has one line for an answer, with its time in ms and its id', async () => {
    const response = await service.request('/nowhere');
    expect(captured.lines()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        method: 'GET',
        route: 'unmatched',
        status: 404,
        durationMs: expect.any(Number),
        requestId: response.headers.get('x-request-id'),
        msg: 'answered',
      },
    ]);
  });

  test('names the account, whatever the way in and the answer', async () => {
    const { owner, accountId, apiKey } = tenant;
    const withKey = { headers: { 'x-service-api-key': apiKey, 'x-forwarded-for': freshAddress() } };
    const trpc = `/trpc/list_apps,list_links?batch=1&input=${encodeURIComponent('{"0":{"json":{}},"1":{"json":{}}}')}`;
    const asked: [() => Promise<unknown>, string, string, number][] = [
      [() => owner.rpc('list_apps'), 'POST', '/rest/v1/rpc/:procedure', 200],
      [() => owner.rpc('update_app', { p_app_id: 'x' }), 'POST', '/rest/v1/rpc/:procedure', 400],
      [() => owner.get(trpc), 'GET', '/trpc/*', 200],
      [() => owner.get('/v1/analytics?resource=summary'), 'GET', '/v1/analytics', 200],
      [() => owner.get('/functions/v1/analytics?resource=no'), 'GET', '/functions/v1/analytics', 400],
      [() => owner.post('/v1/generate-key', {}), 'POST', '/v1/generate-key', 400],
      [() => service.request('/v1/resolve-key', withKey), 'GET', '/v1/resolve-key', 200],
    ];
    for (const [ask, method, route, status] of asked) {
      expect(await linesOf(ask)).toEqual([{ method, route, status, accountId }]);
    }
  });

  test('names no account that a caller only speaks of', async () => {
    const { accountId, appId } = tenant;
    const stranger = await signUp(service);
    expect(await linesOf(() => stranger.rpc('list_apps', { p_account_id: accountId }))).toEqual([
      { method: 'POST', route: '/rest/v1/rpc/:procedure', status: 403 },
    ]);
    expect(await linesOf(() => service.request(`/v1/attribution?app_id=${appId}`))).toEqual([
      { method: 'GET', route: '/v1/attribution', status: 400 },
    ]);
  });

  test('has no line for what is asked all the time', async () => {
    const asked = ['/healthz', '/readyz', '/metrics', '/v1/ingest/health', '/l/spring', '/l/no-such-link'];
    const lines = await linesOf(async () => {
      for (const path of [...asked, '/v1/deep-link?slug=spring', '/functions/v1/deep-link?slug=spring']) {
        expect([200, 302, 404]).toContain((await service.request(path)).status);
      }
      expect((await postEvents(service, signedEvent(tenant))).status).toBe(200);
      expect((await postEvents(service, '')).status).toBe(400);
    });
    expect(lines).toEqual([]);
  });

  test('has a line for a busy route that fails, with the account', async () => {
    const database = await createTestDatabase();
    const gate = await openDatabaseGate(database.url);
    const cut = await startTestService({ databaseUrl: gate.url, log: captured.log });
    const source = await createTenant(cut);
    await postEvents(cut, signedEvent(source));
    await gate.shut();
    captured.clear();
    expect((await postEvents(cut, signedEvent(source))).status).toBe(503);
    expect(captured.lines().filter(({ msg }) => msg === 'answered')).toEqual([
      expect.objectContaining({ level: 30, route: '/v1/ingest', status: 503, accountId: source.accountId }),
    ]);
    await cut.close();
    await database.drop();
  });

  test('holds nothing of what was sent, nor who sent it', async () => {
    const secrets = {
      token: tenant.owner.token,
      anonKey: TEST_ANON_KEY,
      apiKey: tenant.apiKey,
      email: tenant.owner.email,
      query: 'private-query',
      path: 'private-path',
      agent: 'private-agent',
      body: 'private-body',
      address: '198.51.100.77',
    };
    const ask = (path: string, init: RequestInit = {}) =>
      service.request(`${path}?q=${secrets.query}&email=${secrets.email}`, {
        ...init,
        headers: {
          'user-agent': secrets.agent,
          'x-forwarded-for': secrets.address,
          authorization: `Bearer ${secrets.token}`,
          apikey: secrets.anonKey,
          'x-service-api-key': secrets.apiKey,
          'content-type': 'application/json',
        },
      });
    const body = JSON.stringify({
      email: secrets.email,
      password: secrets.body,
      p_name: secrets.body,
      name: secrets.body,
    });
    for (const path of [
      `/${secrets.path}`,
      `/rest/v1/rpc/${secrets.path}`,
      `/trpc/${secrets.path}`,
      `/v1/analytics`,
      `/l/${secrets.path}/qr`,
      '/v1/resolve-key',
      '/api/auth/get-session',
      `/api/auth/${secrets.path}`,
    ]) {
      await ask(path);
    }
    for (const path of ['/rest/v1/rpc/create_app', '/api/auth/sign-in/email', '/api/auth/sign-up/email']) {
      await ask(path, { method: 'POST', body });
    }
    expect(captured.lines().length).toBeGreaterThanOrEqual(11);
    for (const secret of Object.values(secrets)) expect(captured.text()).not.toContain(secret);
  });

  test('at level debug has the busy routes too', async () => {
    const noisy = captureLog('debug');
    const second = await startTestService({ databaseUrl: service.databaseUrl, log: noisy.log });
    await second.request('/healthz');
    expect(noisy.lines()).toEqual([
      expect.objectContaining({ level: 20, route: '/healthz', status: 200, msg: 'answered' }),
    ]);
    await second.close();
  });
});

test.each([
  ['/v1/analytics', 200, 0.001, true],
  ['/v1/ingest', 200, 1, false],
  ['/v1/ingest', 200, 1.001, true],
  ['/functions/v1/ingest', 499, 0.001, false],
  ['/functions/v1/ingest', 500, 0.001, true],
  ['/l/:slug', 302, 0.25, false],
  ['/l/:slug', 302, 1.5, true],
  ['/l/:slug/qr', 200, 0.001, true],
  ['/readyz', 503, 0.001, true],
])('%s answered with %i after %f s is worth a line: %s', (route, status, seconds, expected) => {
  expect(isLoggedAtInfo({ route, status, seconds })).toBe(expected);
});
