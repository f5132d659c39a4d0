import { countedName, forEach, GROUP_COLUMNS } from '../dimensions.ts';
import { type FactRow, factTable } from '../fact-table.ts';

/** Payments and reversals; `counted_day` is null for one that is not counted. */
export const PAYMENTS = factTable(
  'payments',
  {
    customer_id: 'uuid',
    app_id: 'uuid',
    provider: 'text',
    // `payment`, or the kind of reversal.
    key_type: 'text',
    counted_day: 'date?',
    counted_currency: 'text?',
    counted_amount: 'numeric?',
    counted_matched: 'boolean?',
    counted_link_id: 'uuid?',
    counted_double: 'boolean',
    ...forEach(GROUP_COLUMNS.map(countedName), () => 'text?' as const),
  },
  { groups: forEach(GROUP_COLUMNS, countedName) },
);

export type CountedPayment = FactRow<typeof PAYMENTS>;

/** SQL of the sign that a record's amount has in the net: what comes back adds to it as what is paid does. */
export const NET_SIGN = "case when key_type in ('payment', 'reinstated') then 1 else -1 end";
