import { counter } from '../counter.ts';
import { NET_SIGN, PAYMENTS } from '../facts/payments.ts';

const PAYS = `key_type = 'payment'`;

/** Payments and reversals by the day on which they arrived. */
export const REVENUE_COUNTS = counter({
  name: 'revenue',
  table: 'revenue_counts',
  key: { customer_id: 'uuid', app_id: 'uuid', day: 'date', provider: 'text', currency: 'text' },
  // `attributed_payments` and `attributed`: payments, and the net of payments and reversals, that are tied to a known device.
  sums: {
    payments: 'bigint',
    gross: 'numeric',
    refunded: 'numeric',
    attributed_payments: 'bigint',
    attributed: 'numeric',
  },
  facts: [
    {
      of: PAYMENTS,
      needs: ['counted_day'],
      key: { day: 'counted_day', currency: 'counted_currency' },
      sums: {
        payments: `(${PAYS})::int`,
        gross: `case when ${PAYS} then counted_amount else 0 end`,
        refunded: `case when ${PAYS} then 0 else -counted_amount * ${NET_SIGN} end`,
        attributed_payments: `(${PAYS} and counted_matched)::int`,
        attributed: `case when counted_matched then counted_amount * ${NET_SIGN} else 0 end`,
      },
    },
  ],
});
