import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import type { AppRouter } from '../router.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const LIST = { p_limit: 3 };
const typedArray = { json: LIST, meta: { values: { p_limit: [['typed-array', 'Float64Array']] }, v: 1 } };
const badDate = { json: { p_cursor: 'never' }, meta: { values: { p_cursor: ['Date'] }, v: 1 } };
const shared = { json: LIST, meta: { referentialEqualities: { '': ['p_cursor'] }, v: 1 } };

function ask(path: string, init?: RequestInit): Promise<Response> {
  const headers = {
    apikey: TEST_ANON_KEY,
    authorization: `Bearer ${tenant.owner.token}`,
    'content-type': 'application/json',
  };
  return service.request(`/trpc/${path}`, { ...init, headers });
}

const ways: Record<string, (input: unknown) => Promise<Response>> = {
  'a query': (input) => ask(`list_links?input=${encodeURIComponent(JSON.stringify(input))}`),
  'a query in a batch': (input) =>
    ask(`list_links?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`),
  'a mutation': (input) => ask('set_link_active', { method: 'POST', body: JSON.stringify(input) }),
  'a mutation in a batch': (input) =>
    ask('set_link_active,set_link_active?batch=1', {
      method: 'POST',
      body: JSON.stringify({ 0: input, 1: input }),
    }),
};

describe.each(Object.entries(ways))('the input of %s', (_way, send) => {
  test.each([
    ['marks a typed array', typedArray, 'only dates and undefined values'],
    ['has a date that is none', badDate, 'marks an invalid date'],
    ['shares objects', shared, 'must not contain the same object twice'],
    ['is no object', 7, 'must be superjson'],
  ])('gets 400 where it %s', async (_what, input, problem) => {
    const response = await send(input);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(problem);
  });
});

describe.each([
  ['alone', httpLink],
  ['in batches', httpBatchLink],
])('stock @trpc/client calling %s', (_how, link) => {
  const client = () =>
    createTRPCClient<AppRouter>({
      links: [
        link({
          url: 'http://service.test/trpc',
          transformer: superjson,
          headers: { apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` },
          fetch: async (url, init) => service.app.request(new Request(url as string, init as RequestInit)),
        }),
      ],
    });

  test('may leave arguments undefined', async () => {
    const listed = await client().list_links.query({ ...LIST, p_cursor: undefined, p_app_id: undefined });
    expect(listed).toEqual({ items: [], next_cursor: null });
    const named = { p_app_id: tenant.appId, p_name: 'Renamed', p_settings: undefined };
    expect(await client().update_app.mutate(named)).toMatchObject({ name: 'Renamed' });
  });

  test('may hand over a date where anything goes', async () => {
    const event = { timestamp: new Date(0), note: undefined };
    const checked = await client().check_event.query({ p_app_id: tenant.appId, p_event: event });
    expect(checked.canonical).toBe('{"timestamp":"1970-01-01T00:00:00.000Z"}');
  });
});
