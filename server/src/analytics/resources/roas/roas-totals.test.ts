import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../../../payments/testing/books.ts';
import { freshDevice } from '../../../payments/testing/paying-device.ts';
import { addApp, addCampaign, addTeam, createTenant } from '../../../testing/test-tenant.ts';
import { report, reportLines, reportText, typedReportText } from '../../testing/ask-report.ts';
import { TODAY, useRoasReport } from '../../testing/use-roas-report.ts';

const { service, tenant, spring, campaigns, paid, spent, installed } = useRoasReport();

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
