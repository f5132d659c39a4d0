import { expect, test } from 'vitest';
import { revenueByCurrency } from './revenue-by-currency.ts';

const campaign = (total: number, payment: number, spend: Record<string, number>, currency = 'EUR') => ({
  campaign_id: 'a',
  name: null,
  channel: null,
  attributed_installs: 1,
  revenue: { [currency]: { in_app_revenue: total - payment, payment_revenue: payment, total } },
  spend,
  roas_by_currency: {},
  roas: null,
  possible_double_revenue: {},
});
const paid = (net: number) => ({ gross: net, refunded: 0, net, count: 1, attributed: 0 });

test('revenue is that of campaigns and the payments of none; return is that of campaigns alone', () => {
  const campaigns = [campaign(100, 60, { EUR: 50 }), campaign(20, 20, {})];
  expect(revenueByCurrency(campaigns, { EUR: paid(95) })).toEqual([
    { currency: 'EUR', revenue: 135, spend: 50, roas: 2.4 },
  ]);
});

test('each currency stands for itself, the largest first; without spend there is no return', () => {
  const campaigns = [campaign(10, 0, { USD: 5 }, 'JPY')];
  expect(revenueByCurrency(campaigns, { USD: paid(30) })).toEqual([
    { currency: 'USD', revenue: 30, spend: 5, roas: 0 },
    { currency: 'JPY', revenue: 10, spend: 0, roas: null },
  ]);
});

test('of nothing there is nothing', () => {
  expect(revenueByCurrency([], {})).toEqual([]);
});
