import { counter } from '../counter.ts';
import { NET_SIGN, PAYMENTS } from '../facts/payments.ts';
import { PURCHASES } from '../facts/purchases.ts';

/** Stands for no link in the key, where nothing may be null. */
export const NO_LINK = '00000000-0000-0000-0000-000000000000';

const LINK = `coalesce(counted_link_id, '${NO_LINK}')`;
const COUNTRY = `coalesce(counted_country, '')`;
const NEEDS = ['counted_day', 'counted_campaign_id'];
const KEY = { day: 'counted_day', campaign_id: 'counted_campaign_id', link_id: LINK, country: COUNTRY };

/** Revenue of campaigns, by the link of the install that it is credited to and the country of its device. */
export const CAMPAIGN_REVENUE_COUNTS = counter({
  name: 'campaign_revenue',
  table: 'campaign_revenue_counts',
  key: {
    customer_id: 'uuid',
    app_id: 'uuid',
    day: 'date',
    campaign_id: 'uuid',
    currency: 'text',
    link_id: 'uuid',
    country: 'text',
  },
  // Purchases, payments net of reversals, and payments that are likely the same order as a purchase.
  sums: { in_app: 'numeric', payment: 'numeric', possible_double: 'numeric' },
  facts: [
    {
      of: PAYMENTS,
      needs: NEEDS,
      key: { ...KEY, currency: 'counted_currency' },
      sums: {
        payment: `counted_amount * ${NET_SIGN}`,
        possible_double: 'case when counted_double then counted_amount else 0 end',
      },
    },
    { of: PURCHASES, needs: NEEDS, key: KEY, sums: { in_app: 'amount' } },
  ],
});
