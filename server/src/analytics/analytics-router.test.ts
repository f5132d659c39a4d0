import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clickLink, makeLink, send, workOff } from '../attribution/testing/attributed-app.ts';
import type { AppRouter } from '../router.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  const { referrer } = await clickLink(service, await makeLink(tenant));
  await send(service, tenant, { event_type: 'install', android_id: 'a', referrer });
  await workOff(service);
}, 60_000);
afterAll(() => service.close());

function client(headers: Record<string, string>) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://service.test/trpc',
        transformer: superjson,
        headers,
        fetch: async (url, init) =>
          service.request(String(url).replace('http://service.test', ''), init as RequestInit),
      }),
    ],
  });
}

it('answers typed clients what the endpoint answers', async () => {
  const { analytics } = client({ apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` });
  const summary = await analytics.summary.query({ app_id: tenant.appId });
  expect(summary.total_installs).toBe(1);
  expect(summary).toEqual(await (await tenant.owner.get('/v1/analytics?resource=summary')).json());
  const log = await analytics.attribution_log.query({});
  expect(log).toEqual(await (await tenant.owner.get('/v1/analytics?resource=attribution_log')).json());
  expect(log.attributions[0]?.model).toBe('install_referrer');
});

it('refuses them as the endpoint does', async () => {
  const signedOut = client({ apikey: TEST_ANON_KEY });
  await expect(signedOut.analytics.summary.query({})).rejects.toMatchObject({ data: { httpStatus: 401 } });
  const stranger = await createTenant(service);
  const { analytics } = client({ apikey: TEST_ANON_KEY, authorization: `Bearer ${stranger.owner.token}` });
  await expect(analytics.summary.query({ app_id: tenant.appId })).rejects.toMatchObject({
    data: { httpStatus: 400 },
    message: expect.stringContaining('app_id'),
  });
});
