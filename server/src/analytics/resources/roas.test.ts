import { beforeEach, describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import {
  type DeviceIds,
  freshDevice,
  install,
  makeCampaign,
  type TestCampaign,
} from '../../payments/testing/paying-device.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addApp, addCampaign, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { report, reportLines, reportText, typedReportText } from '../testing/ask-report.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
const HOUR = 3_600_000;
const TODAY = '2026-05-10';
let now = NOW;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = NOW;
});
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));
const spring = perTest(() => makeCampaign(tenant, 'Spring'));
const summer = perTest(() => makeCampaign(tenant, 'Summer'));

interface Campaign {
  readonly campaign_id: string;
  readonly name: string | null;
  readonly channel: string | null;
  readonly attributed_installs: number;
  readonly revenue: Record<string, Record<'in_app_revenue' | 'payment_revenue' | 'total', number>>;
  readonly spend: Record<string, number>;
  readonly roas_by_currency: Record<string, number | null>;
  readonly roas: number | null;
}

const campaigns = async (parameters: Record<string, string> = {}) => {
  await settleRevenue(service);
  return (await report<{ campaigns: Campaign[] }>(tenant.owner, 'roas', parameters)).campaigns;
};
const only = async (parameters: Record<string, string> = {}) => {
  const [campaign, ...others] = await campaigns(parameters);
  expect(others).toEqual([]);
  return campaign;
};
const paid = async (ids: DeviceIds, amount: number | string, more: object = {}) => {
  const reference = `p-${Math.random()}`;
  await accepted(service, webhook, {
    reference,
    amount,
    currency: 'EUR',
    metadata: { gaid: ids.gaid },
    ...more,
  });
  return reference;
};
const bought = (ids: DeviceIds, revenue: number, more: object = {}) =>
  send(service, tenant, { event_type: 'purchase', gaid: ids.gaid, revenue, currency: 'EUR', ...more });
const spent = async (amount: number | string, more: object = {}) => {
  const spend = { p_campaign_id: spring.campaignId, p_date: TODAY, p_amount: amount, p_currency: 'EUR' };
  const response = await tenant.owner.rpc('record_ad_spend', { ...spend, ...more });
  expect(response.status).toBe(200);
};
const installed = async (campaign?: TestCampaign, ids = freshDevice()) => {
  await install(service, tenant, ids, campaign);
  await settleRevenue(service);
  return ids;
};

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
    now += 24 * HOUR;
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
    now += HOUR;
    await paid(ids, 10);
    now += HOUR;
    await installed(summer, ids);
    now += HOUR;
    await installed(undefined, ids);
    now += HOUR;
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
    now += 24 * HOUR;
    await paid(ids, 10, { occurred_at: NOW });
    await bought(ids, 3, { timestamp: NOW + HOUR });
    await spent(5);
    await spent(7, { p_date: '2026-05-11' });
    now += HOUR;
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
    now = at - HOUR;
    const ids = await installed(spring);
    now = NOW;
    await bought(ids, 3, { timestamp: at });
    await settleRevenue(service);
    for (const one of ['2026-05-09', '2026-05-10']) {
      const found = await campaigns({ date_from: one, date_to: one });
      expect(found.some(({ revenue }) => revenue.EUR !== undefined)).toBe(one === day);
    }
  });
});

describe('apps and teams', () => {
  test('have their own campaigns, and the spend of those of all apps', async () => {
    const team_id = await addTeam(service, tenant);
    const id = await addCampaign(tenant, { p_name: 'Everywhere' });
    await spent(1);
    await spent(2, { p_campaign_id: id });
    await paid(await installed(spring), 10);
    const names = async (scope: Record<string, string>) =>
      (await campaigns(scope)).map(({ name, spend, revenue }) => [name, spend.EUR, revenue.EUR?.total]);
    const everywhere = ['Everywhere', 2, undefined];
    expect(await names({})).toEqual([everywhere, ['Spring', 1, 10]]);
    expect(await names({ app_id: tenant.appId.toUpperCase() })).toEqual([everywhere, ['Spring', 1, 10]]);
    expect(await names({ team_id: tenant.teamId })).toEqual([everywhere, ['Spring', 1, 10]]);
    expect(await names({ team_id })).toEqual([everywhere]);
    const stranger = await createTenant(service);
    expect(await report(stranger.owner, 'roas')).toMatchObject({ campaigns: [] });
  });
});

test('all campaigns together are told by currency, by day, and for each app as if it were asked for alone', async () => {
  const other = await addApp(tenant, { p_team_id: tenant.teamId });
  const ofOther = await addCampaign(tenant, { p_name: 'Other', p_app_id: other });
  const everywhere = await addCampaign(tenant, { p_name: 'Everywhere' });
  await spent(4, { p_date: '2026-05-09' });
  await spent(3, { p_campaign_id: ofOther });
  await spent(1, { p_campaign_id: everywhere });
  await paid(await installed(spring), 10);
  await paid(freshDevice(), 2.5);
  await paid(freshDevice(), 700, { currency: 'JPY' });
  await settleRevenue(service);
  const totals = (parameters: Record<string, string>) =>
    report<Record<'by_currency' | 'days' | 'apps', unknown>>(tenant.owner, 'roas', parameters);
  const JPY = { revenue: 700, spend: 0, roas: null };
  const all = await totals({});
  expect(all.by_currency).toEqual({ EUR: { revenue: 12.5, spend: 8, roas: 1.25 }, JPY });
  expect(all.days).toEqual([
    { date: '2026-05-09', by_currency: { EUR: { revenue: 0, spend: 4, roas: 0 } } },
    { date: TODAY, by_currency: { EUR: { revenue: 12.5, spend: 4, roas: 2.5 }, JPY } },
  ]);
  const apps = [tenant.appId, other].sort();
  const alone = apps.map(async (app_id) => ({ app_id, by_currency: (await totals({ app_id })).by_currency }));
  expect(all.apps).toEqual(await Promise.all(alone));
  expect(all.apps).toContainEqual({
    app_id: other,
    by_currency: { EUR: { revenue: 0, spend: 4, roas: 0 } },
  });
});

describe('amounts are printed to the last digit, as JSON, for typed clients and as CSV', () => {
  test.each([
    ['EUR', ['12.5'], '12.50'],
    ['EUR', ['0.1', '0.2'], '0.30'],
    ['KWD', ['1.2'], '1.200'],
    ['JPY', ['500'], '500'],
    ['EUR', ['999999999999999.99'], '999999999999999.99'],
    ['EUR', ['1.005'], '1.005'],
  ])('%s %j is %s', async (currency, amounts, printed) => {
    const ids = await installed(spring);
    for (const amount of amounts) await paid(ids, amount, { currency });
    await spent(printed, { p_currency: currency });
    await settleRevenue(service);
    const revenue = new RegExp(
      `"${currency}":\\{"in_app_revenue":0(\\.0+)?,"payment_revenue":${printed},"total":${printed}\\}`,
    );
    for (const text of [
      await reportText(tenant.owner, 'roas'),
      await typedReportText(service, tenant.owner, 'roas'),
    ]) {
      expect(text).toMatch(revenue);
      expect(text).toContain(
        `"spend":{"${currency}":${printed}},"roas_by_currency":{"${currency}":1},"roas":1`,
      );
    }
    const [header, line] = await reportLines(service, tenant.owner, 'roas');
    expect(header).toBe(
      'campaign_id,name,channel,attributed_installs,revenue,spend,roas_by_currency,roas,possible_double_revenue',
    );
    expect(line).toContain(`,"{""${currency}"":${printed}}",`);
  });
});
