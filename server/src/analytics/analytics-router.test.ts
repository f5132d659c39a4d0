import { createTRPCClient, httpLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import { beforeAll, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { type AppRouter, appRouter } from '../api/router.ts';
import { accepted, makeWebhook } from '../payments/testing/payment-webhook.ts';
import { perSuite } from '../testing/per-suite.ts';
import { randomFor } from '../testing/random.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import type { attributionLog } from './resources/attribution-log.ts';
import type { revenue } from './resources/revenue.ts';
import { RESOURCES } from './resources.ts';
import { makeTraffic } from './testing/random-traffic.ts';
import { createTrafficWorld, receiveEvents, settle } from './testing/traffic-world.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  const { apps } = await createTrafficWorld(service, tenant);
  const shape = { devices: 120, days: 20, returns: 1, nameless: 0 };
  await receiveEvents(service, makeTraffic(randomFor(1), apps, shape, NOW));
  await settle(service);
  await accepted(service, await makeWebhook(service, tenant), {
    reference: 'p-1',
    amount: 12.5,
    currency: 'EUR',
  });
});

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

test('answers typed clients what the endpoint answers', async () => {
  const { analytics } = client({ apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` });
  const scope = { app_id: tenant.appId, date_from: '2026-02-01' };
  const asked = async (resource: string) =>
    (await tenant.owner.get(`/v1/analytics?${new URLSearchParams({ resource, ...scope })}`)).json();
  const summary = await analytics.summary.query(scope);
  expect(summary.total_installs).toBeGreaterThan(50);
  expect(summary).toEqual(await asked('summary'));
  const installs = await analytics.installs.query(scope);
  expect(installs.days.reduce((sum, { total }) => sum + total, 0)).toBe(summary.total_installs);
  expect(installs).toEqual(await asked('installs'));
  const cohorts = await analytics.cohorts.query(scope);
  expect(cohorts.cohorts[0]?.retention.map(({ day }) => day)).toEqual([0, 1, 3, 7, 14, 30]);
  expect(cohorts).toEqual(await asked('cohorts'));
  expect(await analytics.fraud.query(scope)).toEqual(await asked('fraud'));
  expect(await analytics.attribution_log.query(scope)).toEqual(await asked('attribution_log'));
  const revenue = await analytics.revenue.query(scope);
  expect(revenue.by_currency.EUR?.gross).toBe(12.5);
  expect(revenue).toEqual(await asked('revenue'));
  const payments = await analytics.payments.query(scope);
  expect(payments.payments.map(({ amount }) => amount)).toEqual([12.5]);
  expect(payments).toEqual(await asked('payments'));
  expect(await analytics.roas.query(scope)).toEqual(await asked('roas'));
});

test('types clients by the resources: their names, arguments and answers', () => {
  type Inputs = inferRouterInputs<AppRouter>['analytics'];
  type Outputs = inferRouterOutputs<AppRouter>['analytics'];
  type Names = (typeof RESOURCES)[number]['name'];
  expectTypeOf<Names>().not.toEqualTypeOf<string>();
  expectTypeOf<keyof Inputs>().toEqualTypeOf<Names>();
  expectTypeOf<keyof Outputs>().toEqualTypeOf<Names>();
  expectTypeOf<Outputs['summary']['installs_by_model']>().toEqualTypeOf<Record<string, number>>();
  expectTypeOf<Outputs['revenue']>().toEqualTypeOf<z.output<typeof revenue.output>>();
  expectTypeOf<Outputs['attribution_log']>().toEqualTypeOf<z.output<typeof attributionLog.output>>();
  expectTypeOf<Inputs['summary']>().toHaveProperty('app_id').toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Inputs['summary']>().not.toHaveProperty('cursor');
  expectTypeOf<Inputs['fraud']>().toHaveProperty('cursor').toEqualTypeOf<string | null | undefined>();
  const { analytics } = client({});
  expectTypeOf(analytics.roas.query).returns.resolves.toEqualTypeOf<Outputs['roas']>();
  // @ts-expect-error only resources that come in pages take a cursor
  () => analytics.cohorts.query({ cursor: '' });
  expect(Object.keys(appRouter._def.record.analytics)).toEqual(RESOURCES.map(({ name }) => name));
});

test('gives names that object code would take for its own', async () => {
  const other = await createTenant(service);
  await service.services.workPool.query(
    `insert into install_counts (customer_id, app_id, day, model, channel, installs, confidence_sum, high_confidence)
     values ($1, $2, '2026-03-01', 'last_click', 'constructor', 3, 0, 0), ($1, $2, '2026-03-01', 'prototype', 'sms', 1, 0, 0)`,
    [other.accountId, other.appId],
  );
  const { analytics } = client({ apikey: TEST_ANON_KEY, authorization: `Bearer ${other.owner.token}` });
  expect(await analytics.summary.query({})).toMatchObject({
    installs_by_channel: { constructor: 3, sms: 1 },
    installs_by_model: { last_click: 3, prototype: 1 },
  });
});

test('refuses them as the endpoint does', async () => {
  const signedOut = client({ apikey: TEST_ANON_KEY });
  await expect(signedOut.analytics.summary.query({})).rejects.toMatchObject({ data: { httpStatus: 401 } });
  const stranger = await createTenant(service);
  const { analytics } = client({ apikey: TEST_ANON_KEY, authorization: `Bearer ${stranger.owner.token}` });
  await expect(analytics.summary.query({ app_id: tenant.appId })).rejects.toMatchObject({
    data: { httpStatus: 400 },
    message: expect.stringContaining('app_id'),
  });
});
