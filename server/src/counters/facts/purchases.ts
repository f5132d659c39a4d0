import { countedName, forEach, GROUP_COLUMNS } from '../dimensions.ts';
import { type FactRow, factTable } from '../fact-table.ts';

/** Purchases that apps reported. One counts for a campaign, or nowhere. */
export const PURCHASES = factTable(
  'purchases',
  {
    customer_id: 'uuid',
    app_id: 'uuid',
    currency: 'text',
    amount: 'numeric',
    counted_day: 'date?',
    counted_link_id: 'uuid?',
    ...forEach(GROUP_COLUMNS.map(countedName), () => 'text?' as const),
  },
  { groups: forEach(GROUP_COLUMNS, countedName) },
);

export type CountedPurchase = FactRow<typeof PURCHASES>;
