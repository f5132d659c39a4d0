import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { freshDevice, makeCampaign } from '../../payments/testing/paying-device.ts';
import { accepted } from '../../payments/testing/payment-webhook.ts';
import { START, TODAY, useRoasReport } from '../testing/use-roas-report.ts';

const HOUR = 3_600_000;

const { time, service, tenant, webhook, spring, summer, campaigns, only, paid, bought, spent, installed } =
  useRoasReport();

describe('a campaign', () => {
  test('has its installs, revenue of both kinds, spend, and the return on it', async () => {
    const ids = await installed(spring);
    await installed(spring);
    await installed();
    await bought(ids, 3);
    await paid(ids, 10);
    await spent(6.5);
    expect(await campaigns()).toEqual([
      {
        campaign_id: spring.campaignId,
        name: 'Spring',
        channel: null,
        attributed_installs: 2,
        revenue: { EUR: { in_app_revenue: 3, payment_revenue: 10, total: 13 } },
        spend: { EUR: 6.5 },
        roas_by_currency: { EUR: 2 },
        roas: 2,
        possible_double_revenue: {},
      },
    ]);
  });

  test.each(['refund', 'partial_refund', 'chargeback', 'dispute'])(
    'has its payments net of a %s',
    async (event_type) => {
      const original_reference = await paid(await installed(spring), 10);
      const reversal = { event_type, reference: 'r-1', original_reference, amount: 4, currency: 'EUR' };
      await accepted(service, webhook, reversal);
      expect((await only())?.revenue.EUR).toEqual({ in_app_revenue: 0, payment_revenue: 6, total: 6 });
    },
  );

  test('that lost more than it earned has a negative return', async () => {
    const original_reference = await paid(await installed(spring), 10);
    time.now += 24 * HOUR;
    const reversal = { event_type: 'chargeback', reference: 'r-1', original_reference, amount: 10 };
    await accepted(service, webhook, { ...reversal, currency: 'EUR' });
    await spent(4, { p_date: '2026-05-11' });
    expect(await only({ date_from: '2026-05-11' })).toMatchObject({
      revenue: { EUR: { payment_revenue: -10, total: -10 } },
      roas: -2.5,
    });
  });

  test('is credited what devices pay whose last attributed install it brought', async () => {
    const ids = await installed(spring);
    time.now += HOUR;
    await paid(ids, 10);
    time.now += HOUR;
    await installed(summer, ids);
    time.now += HOUR;
    await installed(undefined, ids);
    time.now += HOUR;
    await paid(ids, 5);
    expect((await campaigns()).map(({ name, revenue }) => [name, revenue.EUR?.payment_revenue])).toEqual([
      ['Spring', 10],
      ['Summer', 5],
    ]);
  });

  test('has no part in what is paid by devices that came on their own, or that are not known', async () => {
    await paid(await installed(), 10);
    await paid(freshDevice(), 10);
    await bought(await installed(), 10);
    expect(await campaigns()).toEqual([]);
  });

  test('without installs, revenue and spend is left out, and the others come by name', async () => {
    await installed(summer);
    await spent(1);
    await makeCampaign(tenant, 'Autumn');
    expect((await campaigns()).map(({ name }) => name)).toEqual(['Spring', 'Summer']);
  });

  test('that only events name has no name', async () => {
    const ids = await installed(spring);
    await paid(ids, 10);
    await service.services.workPool.query('update links set campaign_id = null where campaign_id = $1', [
      spring.campaignId,
    ]);
    await service.services.workPool.query('delete from campaigns where id = $1', [spring.campaignId]);
    expect(await only()).toMatchObject({ campaign_id: spring.campaignId, name: null, channel: null });
  });
});

describe('currencies', () => {
  test('are never added up, and each has its own return', async () => {
    const ids = await installed(spring);
    await paid(ids, 10);
    await paid(ids, 900, { currency: 'JPY' });
    await bought(ids, 2, { currency: 'USD' });
    await spent(4);
    await spent(300, { p_currency: 'JPY' });
    await spent(7, { p_currency: 'GBP' });
    expect(await only()).toMatchObject({
      revenue: {
        EUR: { in_app_revenue: 0, payment_revenue: 10, total: 10 },
        JPY: { in_app_revenue: 0, payment_revenue: 900, total: 900 },
        USD: { in_app_revenue: 2, payment_revenue: 0, total: 2 },
      },
      spend: { EUR: 4, GBP: 7, JPY: 300 },
      roas_by_currency: { EUR: 2.5, GBP: 0, JPY: 3, USD: null },
      // There is no one return of several currencies.
      roas: null,
    });
  });

  test('of the spend alone decide whether there is one return', async () => {
    const ids = await installed(spring);
    await paid(ids, 10);
    await paid(ids, 900, { currency: 'JPY' });
    await spent(4);
    expect(await only()).toMatchObject({ roas: 2.5, roas_by_currency: { EUR: 2.5, JPY: null } });
  });

  test.each([
    ['none', []],
    ['zero', [0]],
  ])('without spend (%s) have no return', async (_name, amounts) => {
    await paid(await installed(spring), 10);
    for (const amount of amounts) await spent(amount);
    expect(await only()).toMatchObject({ roas_by_currency: { EUR: null }, roas: null });
  });

  test.each([
    ['1', '3', 0.3333],
    ['2', '3', 0.6667],
    ['0.0001', '2', 0.0001],
    ['0.1', '0.3', 0.3333],
    ['999999999999999.99', '0.01', 1e17],
  ])('%s for %s is %d, to four decimals', async (amount, spend, expected) => {
    await paid(await installed(spring), amount);
    await spent(spend);
    expect((await only())?.roas).toBe(expected);
  });
});

describe('a period', () => {
  test('has payments by their arrival, purchases and installs by their own time, and spend by its day', async () => {
    const ids = freshDevice();
    await installed(spring, ids);
    time.now += 24 * HOUR;
    await paid(ids, 10, { occurred_at: START });
    await bought(ids, 3, { timestamp: START + HOUR });
    await spent(5);
    await spent(7, { p_date: '2026-05-11' });
    time.now += HOUR;
    expect(await only({ date_from: TODAY, date_to: TODAY })).toMatchObject({
      attributed_installs: 1,
      revenue: { EUR: { in_app_revenue: 3, payment_revenue: 0 } },
      spend: { EUR: 5 },
    });
    expect(await only({ date_from: '2026-05-11', date_to: '2026-05-11' })).toMatchObject({
      attributed_installs: 0,
      revenue: { EUR: { in_app_revenue: 0, payment_revenue: 10 } },
      spend: { EUR: 7 },
    });
    expect(await only({ date_from: TODAY })).toMatchObject({
      spend: { EUR: 12 },
      revenue: { EUR: { total: 13 } },
    });
  });

  test.each([
    [Date.UTC(2026, 4, 9, 23, 59, 59, 999), '2026-05-09'],
    [Date.UTC(2026, 4, 10), '2026-05-10'],
  ])('ends with the UTC day: a purchase at %i is of %s', async (at, day) => {
    time.now = at - HOUR;
    const ids = await installed(spring);
    time.now = START;
    await bought(ids, 3, { timestamp: at });
    await settleRevenue(service);
    for (const one of ['2026-05-09', '2026-05-10']) {
      const found = await campaigns({ date_from: one, date_to: one });
      expect(found.some(({ revenue }) => revenue.EUR !== undefined)).toBe(one === day);
    }
  });
});
