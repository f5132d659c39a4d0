import { beforeAll, describe, expect, test } from 'vitest';
import { createLink } from '../../../testing/create-link.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { listen } from '../../../testing/serve-over-http.ts';
import { TEST_ANON_KEY } from '../../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  await createLink(tenant, { p_slug: 'spring' });
});
const server = perSuite(
  () => listen(service),
  ({ close }) => close(),
);

type Send = (path: string, init?: RequestInit) => Promise<Response>;
const ways: [string, Send][] = [
  ['within the process', (path, init) => service.request(path, init)],
  ['over HTTP', (path, init) => fetch(server.origin + path, { redirect: 'manual', ...init })],
];
const signedIn = () => ({ apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` });
const post = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
  body,
});

describe.each(ways)('%s', (_way, send) => {
  test.each<[string, string, () => RequestInit, number]>([
    ['health', '/healthz', () => ({}), 200],
    ['readiness', '/readyz', () => ({}), 200],
    ['metrics that are refused', '/metrics', () => ({ headers: { 'x-forwarded-for': '192.0.2.7' } }), 401],
    ['a page', '/', () => ({}), 200],
    ['a redirect', '/l/spring', () => ({}), 302],
    ['an unknown link', '/l/nothing', () => ({}), 404],
    ['a QR code', '/l/spring/qr', () => ({}), 200],
    ['a link with another method', '/l/spring', () => ({ method: 'PUT' }), 405],
    ['ingest', '/v1/ingest', () => post('{}'), 200],
    ['ingest of nonsense', '/v1/ingest', () => post('{'), 400],
    ['a preflight', '/v1/ingest', () => ({ method: 'OPTIONS' }), 204],
    ['an install that is asked for without a key', `/v1/attribution?app_id=x`, () => ({}), 400],
    ['a procedure', '/rest/v1/rpc/list_apps', () => post('{}', signedIn()), 200],
    ['an unknown procedure', '/rest/v1/rpc/nothing', () => post('{}'), 404],
    ['a tRPC call', '/trpc/list_apps?input=%7B%22json%22%3A%7B%7D%7D', () => ({ headers: signedIn() }), 200],
    ['a tRPC call that is refused', '/trpc/list_apps', () => ({}), 401],
    [
      'a report as CSV',
      '/v1/analytics?resource=health',
      () => ({ headers: { ...signedIn(), accept: 'text/csv' } }),
      200,
    ],
    ['a session', '/api/auth/get-session', () => ({ headers: { 'x-forwarded-for': freshAddress() } }), 200],
    ['a failed sign-in', '/api/auth/sign-in/email', () => post('{}'), 400],
    ['an unknown way to sign in', '/api/auth/nothing', () => post('{}'), 404],
    ['the SDK', '/sdk.js', () => ({}), 200],
    ['asset links', '/.well-known/assetlinks.json', () => ({}), 200],
    ['nothing', '/nothing', () => ({}), 404],
  ])('%s is what its type says', async (_what, path, init, status) => {
    const response = await send(path, init());
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['/v1/ingest', 'POST'],
    ['/functions/v1/ingest', 'PUT'],
    ['/v1/ingest/health', 'GET'],
    ['/v1/resolve-key', 'GET'],
    ['/v1/deep-link', 'GET'],
    ['/v1/deep-link?slug=spring', 'GET'],
    ['/v1/attribution', 'GET'],
    ['/l/spring', 'GET'],
    ['/l/nothing', 'GET'],
  ])('%s lets pages of any origin read when to retry (%s)', async (path, method) => {
    const { headers } = await send(path, method === 'POST' ? post('{}') : { method });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
  });

  test('what is not for other origins says nothing of them', async () => {
    const { headers } = await send('/v1/analytics?resource=health', { headers: signedIn() });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toBeNull();
  });

  test.each(['/healthz', '/readyz', '/v1/ingest/health', '/functions/v1/ingest/health'])(
    'HEAD %s answers as GET does, without a body',
    async (path) => {
      const [head, get] = [await send(path, { method: 'HEAD' }), await send(path)];
      expect([head.status, get.status]).toEqual([200, 200]);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(await head.text()).toBe('');
    },
  );
});

test('an answer to what is too large is what its type says, too', async () => {
  const response = await service.request('/trpc/list_apps', post(' '.repeat(262_145), signedIn()));
  expect([response.status, response.headers.get('x-content-type-options')]).toEqual([413, 'nosniff']);
});
