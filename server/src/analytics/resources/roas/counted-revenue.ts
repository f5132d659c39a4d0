import { z } from 'zod';
import { money, toMoney } from '../../../platform/values/money/money.ts';

/** Each app's own source of revenue decides what of it counts, also in a campaign of several apps. */
const APPS_COUNTING = (source: 'payments' | 'events') =>
  `select id from apps where customer_id = $1 and revenue_source = '${source}'`;

/** SQL of the revenue that a row of `campaign_revenue_counts` adds to totals. `$1` is the account. */
export const COUNTED_REVENUE = `(
  case when app_id = any(array(${APPS_COUNTING('payments')})) then 0 else in_app end
  + case when app_id = any(array(${APPS_COUNTING('events')})) then 0 else payment end)`;

/** Revenue in one currency, as the database has summed it. */
export type RevenueSums = Readonly<Record<'currency' | 'in_app' | 'payment' | 'total', string>>;

/** Revenue in one currency, as bodies have it. */
export const revenueByKind = z.object({ in_app_revenue: money, payment_revenue: money, total: money });

/** The sums as they are printed. */
export function revenueIn({ currency, in_app, payment, total }: RevenueSums) {
  return {
    in_app_revenue: toMoney(in_app, currency),
    payment_revenue: toMoney(payment, currency),
    total: toMoney(total, currency),
  };
}
