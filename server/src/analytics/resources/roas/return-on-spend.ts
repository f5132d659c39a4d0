import { z } from 'zod';
import { divideDecimals } from '../../../platform/values/money/divide-decimals.ts';
import { money, toMoney } from '../../../platform/values/money/money.ts';
import { COUNTED_REVENUE, type RevenueSums, revenueByKind, revenueIn } from './counted-revenue.ts';

/** SQL of the sums that `returnOnSpend` takes, of counters of revenue. */
export const REVENUE = `sum(in_app)::text as in_app, sum(payment)::text as payment, sum(${COUNTED_REVENUE})::text as total,
    sum(possible_double)::text as possible_double`;

export const brought = {
  attributed_installs: z.int(),
  revenue: z.record(z.string(), revenueByKind),
};
export const cost = {
  spend: z.record(z.string(), money),
  roas_by_currency: z
    .record(z.string(), z.number().nullable())
    .describe(
      'Revenue divided by spend in the same currency, to four decimals; null where nothing was spent in it.',
    ),
  roas: z.number().nullable().describe('Revenue divided by spend; null unless all spend is in one currency.'),
};
export const doubled = {
  possible_double_revenue: z
    .record(z.string(), money)
    .describe(
      'Payments that are likely the same order as an SDK purchase: of one device, of the same amount and currency, and made within 60 minutes. While the app’s `revenue_source` is `both`, they are in the total twice.',
    ),
};

/** Of one currency. */
export type EarnedRow = RevenueSums & { readonly possible_double: string };

/** Of one currency. */
export type SpentRow = Readonly<Record<'currency' | 'amount', string>>;

/** What campaigns earned and cost, and the one divided by the other, by currency. */
export function returnOnSpend(revenue: readonly EarnedRow[], spend: readonly SpentRow[]) {
  const totals = new Map(revenue.map(({ currency, total }) => [currency, total]));
  const spent = new Map(spend.map(({ currency, amount }) => [currency, amount]));
  const ratio = (currency: string) => divideDecimals(totals.get(currency) ?? '0', spent.get(currency) ?? '0');
  const currencies = [...new Set([...totals.keys(), ...spent.keys()])].sort();
  const [only, ...others] = spent.keys();
  return {
    revenue: Object.fromEntries(revenue.map((row) => [row.currency, revenueIn(row)])),
    spend: Object.fromEntries(spend.map(({ currency, amount }) => [currency, toMoney(amount, currency)])),
    roas_by_currency: Object.fromEntries(currencies.map((currency) => [currency, ratio(currency)])),
    roas: only === undefined || others.length > 0 ? null : ratio(only),
    possible_double_revenue: Object.fromEntries(
      revenue
        .filter(({ possible_double }) => Number(possible_double) !== 0)
        .map(({ currency, possible_double }) => [currency, toMoney(possible_double, currency)]),
    ),
  };
}
