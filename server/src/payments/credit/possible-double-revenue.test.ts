import { describe, expect, test } from 'vitest';
import { report } from '../../analytics/testing/ask-report.ts';
import { addApp, type Tenant } from '../../testing/test-tenant.ts';
import { type DeviceIds, freshDevice, install } from '../testing/paying-device.ts';
import { HOUR, START, useCreditedApp } from '../testing/use-credited-app.ts';
import { processCredits } from './credit-worker.ts';

const { time, service, tenant, spring, summer, settled, installed, pay, purchase } = useCreditedApp();

interface Campaign {
  readonly name: string;
  readonly possible_double_revenue: Record<string, number>;
  readonly revenue: Record<string, { readonly total: number }>;
  readonly roas: number | null;
}
const DATES = { date_from: '2026-05-01', date_to: '2026-05-31' };
const reported = async () => (await report<{ campaigns: Campaign[] }>(tenant.owner, 'roas', DATES)).campaigns;
const doubles = async () => {
  await settled();
  return Object.fromEntries(
    (await reported()).map(({ name, possible_double_revenue }) => [name, possible_double_revenue]),
  );
};
/** One order: an SDK purchase and a payment of 10 EUR. */
const order = async (ids: DeviceIds, reference = 'p-1') => {
  await purchase({ gaid: ids.gaid }, { revenue: 10 });
  await pay({ gaid: ids.gaid }, { reference });
};

describe('an order that is sent as a purchase and as a payment', () => {
  test('is possibly double revenue of its campaign, once', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await order(ids);
    expect(await doubles()).toEqual({ Spring: { EUR: 10 } });
    expect(await doubles()).toEqual({ Spring: { EUR: 10 } });
  });

  test.each([
    ['the payment first', ['pay', 'purchase', 'install']],
    ['the purchase first', ['purchase', 'pay', 'install']],
    ['the install between', ['purchase', 'install', 'pay']],
    ['the install between, the other way round', ['pay', 'install', 'purchase']],
  ])('is found in any order: %s', async (_order, steps) => {
    const ids = freshDevice();
    for (const step of steps) {
      if (step === 'install') await install(service, tenant, ids, spring);
      else if (step === 'pay') await pay({ gaid: ids.gaid });
      else await purchase({ gaid: ids.gaid }, { revenue: 10 });
      await settled();
    }
    expect(await doubles()).toEqual({ Spring: { EUR: 10 } });
  });

  test.each([
    ['60 minutes after it', HOUR, 10],
    ['60 minutes before it', -HOUR, 10],
    ['a millisecond more after it', HOUR + 1, 0],
    ['a millisecond more before it', -HOUR - 1, 0],
  ])('is one if the payment happens %s', async (_when, apart, expected) => {
    const ids = freshDevice();
    await installed(ids, spring);
    time.now = START + 10 * HOUR;
    await purchase({ gaid: ids.gaid }, { revenue: 10, age_ms: 2 * HOUR });
    await pay({ gaid: ids.gaid }, { occurred_at: time.now - 2 * HOUR + apart });
    expect(await doubles()).toEqual({ Spring: expected === 0 ? {} : { EUR: expected } });
  });

  test.each([
    ['another amount', { amount: 10.01 }],
    ['another currency', { currency: 'USD' }],
    ['a refund', { event_type: 'refund' }],
  ])('is none with %s', async (_what, more) => {
    const ids = freshDevice();
    await installed(ids, spring);
    await purchase({ gaid: ids.gaid }, { revenue: 10 });
    await pay({ gaid: ids.gaid }, more);
    expect(await doubles()).toEqual({ Spring: {} });
  });

  test('is none of two devices', async () => {
    const [one, other] = [freshDevice(), freshDevice()];
    await installed(one, spring);
    await installed(other, spring);
    await purchase({ gaid: one.gaid }, { revenue: 10 });
    await pay({ gaid: other.gaid });
    expect(await doubles()).toEqual({ Spring: {} });
  });

  test('takes a purchase for one payment only', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await order(ids);
    await pay({ gaid: ids.gaid }, { reference: 'p-2' });
    expect(await doubles()).toEqual({ Spring: { EUR: 10 } });
    await purchase({ gaid: ids.gaid }, { revenue: 10 });
    expect(await doubles()).toEqual({ Spring: { EUR: 20 } });
  });

  test('moves with its payment to another campaign', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    time.now += HOUR;
    await order(ids);
    expect(await doubles()).toEqual({ Spring: { EUR: 10 } });
    // An earlier install of the same device, through another campaign, arrives late.
    await service.services.workPool.query(
      'update attributions set campaign_id = $2 where customer_id = $1 and campaign_id is not null',
      [tenant.accountId, summer.campaignId],
    );
    await pay({ gaid: ids.gaid }, { reference: 'p-9', amount: 1 });
    await requeueAll();
    expect(await doubles()).toMatchObject({ Summer: { EUR: 10 } });
    expect((await doubles()).Spring ?? {}).toEqual({});
  });

  test('is forgotten with its device', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await order(ids);
    expect(await doubles()).toEqual({ Spring: { EUR: 10 } });
    expect((await tenant.owner.rpc('erase_device', { p_gaid: ids.gaid })).status).toBe(200);
    await settled();
    expect(await reported()).toEqual([]);
  });

  test('is counted once by workers that run at the same time', async () => {
    const devices = Array.from({ length: 12 }, freshDevice);
    await Promise.all(devices.map((ids) => install(service, tenant, ids, spring)));
    await settled();
    const { workPool: pool, log, clock } = service.services;
    let over = false;
    const work = async () => {
      while (!over) await processCredits({ pool, log, clock });
    };
    const workers = [work(), work(), work()];
    await Promise.all(devices.map((ids, n) => order(ids, `p-${n}`)));
    over = true;
    await Promise.all(workers);
    expect(await doubles()).toEqual({ Spring: { EUR: 120 } });
  });

  async function requeueAll(): Promise<void> {
    await service.services.workPool.query(
      `insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
       select gen_random_uuid(), to_timestamp(0), $1, array_agg(payment_event_id), '{}', '{}'
       from payments where customer_id = $1`,
      [tenant.accountId],
    );
  }
});

describe('the source of an app’s revenue', () => {
  const choose = (p_revenue_source: unknown, { owner, appId }: Tenant = tenant) =>
    owner.rpc('update_app', { p_app_id: appId, p_revenue_source });
  const totals = async () => {
    await settled();
    return (await reported()).map(({ revenue, roas }) => [revenue.EUR?.total, roas]);
  };

  test('decides what totals and the return on spend take, at once and both ways', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await purchase({ gaid: ids.gaid }, { revenue: 4 });
    await pay({ gaid: ids.gaid });
    const spend = { p_campaign_id: spring.campaignId, p_date: '2026-05-10', p_amount: 2, p_currency: 'EUR' };
    await tenant.owner.rpc('record_ad_spend', spend);
    expect(await totals()).toEqual([[14, 7]]);
    for (const [source, total] of [
      ['payments', 10],
      ['events', 4],
      ['both', 14],
    ] as const) {
      const answer = await choose(source);
      expect(await answer.json()).toMatchObject({ revenue_source: source });
      expect(await totals()).toEqual([[total, total / 2]]);
      const list = await (await tenant.owner.rpc('list_apps', {})).json();
      expect(list).toMatchObject({ items: [{ revenue_source: source }] });
    }
  });

  test('is both until it is chosen, and stays when something else changes', async () => {
    const app = async (args: object) =>
      (await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, ...args })).json();
    expect(await app({ p_name: 'Shop' })).toMatchObject({ revenue_source: 'both' });
    expect(await app({ p_revenue_source: 'events' })).toMatchObject({
      name: 'Shop',
      revenue_source: 'events',
    });
    expect(await app({ p_name: 'Store', p_revenue_source: null })).toMatchObject({
      revenue_source: 'events',
    });
  });

  test.each(['Both', 'payment', '', 1, ['both']])('is not %j', async (source) => {
    const refused = await choose(source);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/^p_revenue_source: /) });
  });

  test('is each app’s own in a campaign of several', async () => {
    const other = await addApp(tenant);
    expect((await choose('payments')).status).toBe(200);
    expect((await choose('events', { ...tenant, appId: other })).status).toBe(200);
    await service.services.workPool.query(
      `insert into campaign_revenue_counts (customer_id, app_id, day, campaign_id, currency, in_app, payment)
       values ($1, $2, '2026-05-09', $4, 'USD', 1, 20), ($1, $3, '2026-05-09', $4, 'USD', 300, 4000)`,
      [tenant.accountId, tenant.appId, other, spring.campaignId],
    );
    const [campaign] = await reported();
    expect(campaign?.revenue.USD).toEqual({ in_app_revenue: 301, payment_revenue: 4020, total: 320 });
  });
});
