import { createClient } from '@supabase/supabase-js';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import type { AppRouter } from '../router.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ORIGIN = 'http://service.test';

const service = useService();
const tenant = perSuite(() => createTenant(service));

/** Calls the app the way a client with this origin would, without a socket. */
const throughApp = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
  service.app.request(new Request(input, init));

function supabase(token?: string) {
  return createClient(ORIGIN, TEST_ANON_KEY, {
    global: { fetch: throughApp, ...(token && { headers: { Authorization: `Bearer ${token}` } }) },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

function trpc(token: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${ORIGIN}/trpc`,
        transformer: superjson,
        headers: { apikey: TEST_ANON_KEY, authorization: `Bearer ${token}` },
        fetch: (url, init) => throughApp(url as string, init as RequestInit),
      }),
    ],
  });
}

const newApp = () => ({ p_name: 'Shop', p_bundle_id: `com.example.f${Math.random().toString(36).slice(2)}` });

describe('stock supabase-js', () => {
  test('creates an app and gets its bare id', async () => {
    const { data, error } = await supabase(tenant.owner.token).rpc('create_app', newApp());
    expect(error).toBeNull();
    expect(data).toMatch(UUID);
  });

  test('reads the message of a failure that names the argument', async () => {
    const { error } = await supabase(tenant.owner.token).rpc('create_app', {
      p_name: 'Shop',
      p_bundle_id: '!',
    });
    expect(error?.message).toMatch(/^p_bundle_id: must be a bundle id/);
  });

  test('signed out has no session', async () => {
    const { error, status } = await supabase().rpc('create_app', newApp());
    expect(status).toBe(401);
    expect(error?.message).toBe('there is no valid session');
  });

  test('invokes function endpoints', async () => {
    const { data, error } = await supabase(tenant.owner.token).functions.invoke('generate-key', {
      body: { app_id: tenant.appId, label: 'From supabase-js' },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      label: 'From supabase-js',
      app_id: tenant.appId,
      api_key: expect.stringMatching(/^svc_/),
    });
  });

  test('lists with times as numbers, for an id in any case, a portion at a time', async () => {
    const client = supabase(tenant.owner.token);
    const { data, error, status } = await client.rpc('list_apps', { p_app_id: tenant.appId.toUpperCase() });
    expect([error, status]).toEqual([null, 200]);
    expect(data.items).toEqual([
      expect.objectContaining({ id: tenant.appId, created_at: expect.any(Number) }),
    ]);
    const first = await client.rpc('list_apps', { p_limit: 1 });
    const second = await client.rpc('list_apps', { p_limit: 1, p_cursor: first.data.next_cursor });
    expect(second.data.items[0].id).not.toBe(first.data.items[0].id);
  });

  test('gets nothing where nothing is answered', async () => {
    const args = { p_app_id: tenant.appId, p_active: true };
    const { data, error, status } = await supabase(tenant.owner.token).rpc('set_app_active', args);
    expect([data || null, error, status]).toEqual([null, null, 204]);
  });

  test.each([
    ['an unknown procedure', 'constructor', {}, {}, 404, 'no such procedure'],
    ['no name', '', {}, {}, 404, 'not found'],
    ['GET', 'list_apps', {}, { get: true }, 405, 'GET is not allowed here'],
    ['an unknown argument', 'list_apps', { p_colour: 1 }, {}, 400, 'p_colour: unknown argument'],
    [
      'an unknown setting',
      'update_app',
      { p_app_id: '2f2eaaaa-1111-4111-8111-abcdefabcdef', p_settings: { fraud: { constructor: {} } } },
      {},
      400,
      'p_settings.fraud.constructor: unknown argument',
    ],
  ])('reads why %s is refused', async (_case, name, args, options, expected, message) => {
    const { error, status } = await supabase(tenant.owner.token).rpc(name, args, options);
    expect([status, error?.message]).toEqual([expected, message]);
  });

  test('is refused HEAD, without a reason', async () => {
    const { error, status } = await supabase(tenant.owner.token).rpc('list_apps', {}, { head: true });
    expect([status, error !== null]).toEqual([405, true]);
  });

  test('reads reports, as JSON and as CSV', async () => {
    const { functions } = supabase(tenant.owner.token);
    const json = await functions.invoke('analytics?resource=installs&date_to=2024-02-29', { method: 'GET' });
    expect([json.error, json.data?.period]).toEqual([null, { from: '2024-01-30', to: '2024-02-29' }]);
    const headers = { accept: 'text/csv' };
    const csv = await functions.invoke('analytics?resource=installs', { method: 'GET', headers });
    expect([csv.error, csv.data]).toEqual([null, expect.stringMatching(/^date,total,/)]);
    const revenue = await functions.invoke('analytics?resource=revenue', { method: 'GET' });
    expect([revenue.error, revenue.data?.payment_count]).toEqual([null, 0]);
    const unknown = await functions.invoke('analytics?resource=weather', { method: 'GET' });
    expect((await unknown.error.context.json()).error).toMatch(/^resource: must be one of /);
  });
});

describe('stock @trpc/client', () => {
  test('lists with times as numbers, for an id in any case', async () => {
    const { list_apps, list_api_keys } = trpc(tenant.owner.token);
    const [apps, keys] = await Promise.all([
      list_apps.query({ p_app_id: tenant.appId.toUpperCase() }),
      list_api_keys.query({ p_key_id: tenant.keyId }),
    ]);
    expect(apps.items.map(({ id, created_at }) => [id, typeof created_at])).toEqual([
      [tenant.appId, 'number'],
    ]);
    expect(keys.items.map(({ id, revoked_at }) => [id, revoked_at])).toEqual([[tenant.keyId, null]]);
  });

  test('gets nothing where nothing is answered', async () => {
    const args = { p_app_id: tenant.appId, p_active: true };
    expect(await trpc(tenant.owner.token).set_app_active.mutate(args)).toBeUndefined();
  });

  test('reads the setting that is refused, and why a report is', async () => {
    const { update_app, analytics } = trpc(tenant.owner.token);
    const settings = { fraud: { click_flooding: { days: 91 } } };
    await expect(update_app.mutate({ p_app_id: tenant.appId, p_settings: settings })).rejects.toMatchObject({
      message: 'p_settings.fraud.click_flooding.days: must be 90 or less',
      data: { httpStatus: 400 },
    });
    await expect(analytics.payments.query({ cursor: 'x' })).rejects.toMatchObject({
      message: 'cursor: must be a next_cursor of this resource',
      data: { httpStatus: 400 },
    });
  });

  test('creates an app under the same name, with the same arguments and answer', async () => {
    expect(await trpc(tenant.owner.token).create_app.mutate(newApp())).toMatch(UUID);
  });

  test('gets a typed error with the same message', async () => {
    const failed = trpc(tenant.owner.token).create_app.mutate({ p_name: '', p_bundle_id: 'com.example.x' });
    await expect(failed).rejects.toThrow(TRPCClientError);
    await expect(failed).rejects.toMatchObject({
      message: 'p_name: must not be empty',
      data: { code: 'BAD_REQUEST', httpStatus: 400 },
    });
  });
});

test('takes no more than 20 calls in a tRPC batch', async () => {
  const batch = (calls: number) =>
    service.request(`/trpc/${Array(calls).fill('create_app').join(',')}?batch=1`, {
      method: 'POST',
      headers: { apikey: TEST_ANON_KEY, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await batch(20)).status).toBe(401);
  expect((await batch(21)).status).toBe(400);
});

describe('the REST transport', () => {
  test.each([
    ['an unknown procedure', 'drop_tables', {}, 404, 'no such procedure'],
    ['a name of every object', 'constructor', {}, 404, 'no such procedure'],
    ['a missing argument', 'create_app', { p_name: 'x' }, 400, 'p_bundle_id'],
    ['an unknown argument', 'create_app', { ...newApp(), p_colour: 1 }, 400, 'p_colour: unknown argument'],
    ['a wrong type', 'create_app', { ...newApp(), p_name: 7 }, 400, 'p_name'],
    [
      'a team that does not exist',
      'create_app',
      { ...newApp(), p_team_id: '11111111-1111-4111-8111-111111111111' },
      404,
      'no such team',
    ],
    ['NUL in a name', 'create_app', { ...newApp(), p_name: 'a\0b' }, 400, 'p_name'],
    ['half a surrogate pair', 'create_app', { ...newApp(), p_name: 'a\ud800' }, 400, 'p_name'],
  ])(
    'answers %s clearly, with the same text as error and message',
    async (_case, name, args, status, text) => {
      const response = await tenant.owner.rpc(name, args);
      const body = (await response.json()) as { error: string; message: string };
      expect(response.status).toBe(status);
      expect(body.error).toContain(text);
      expect(body.message).toBe(body.error);
    },
  );

  test.each([
    ['no JSON', '{', 'not valid JSON'],
    ['an array', '[]', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['__proto__ as an argument', '{"__proto__":{"p_name":"x"}}', '__proto__: unknown argument'],
  ])('answers 400 to a body that is %s', async (_case, body, text) => {
    const response = await raw('POST', body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(text);
  });

  test('answers 405 to GET and 413 to more than 256 KB', async () => {
    expect((await raw('GET')).status).toBe(405);
    expect((await raw('POST', JSON.stringify({ p_name: 'x'.repeat(262_144) }))).status).toBe(413);
  });

  function raw(method: string, body?: string): Promise<Response> {
    return service.request('/rest/v1/rpc/create_app', {
      method,
      headers: { apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` },
      ...(body !== undefined && { body }),
    });
  }
});
