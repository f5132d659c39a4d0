/** Each app's own source of revenue decides what of it counts, also in a campaign of several apps. */
const APPS_COUNTING = (source: 'payments' | 'events') =>
  `select id from apps where customer_id = $1 and revenue_source = '${source}'`;

/** SQL of the revenue that a row of `campaign_revenue_counts` adds to totals. `$1` is the account. */
export const COUNTED_REVENUE = `(
  case when app_id = any(array(${APPS_COUNTING('payments')})) then 0 else in_app end
  + case when app_id = any(array(${APPS_COUNTING('events')})) then 0 else payment end)`;
