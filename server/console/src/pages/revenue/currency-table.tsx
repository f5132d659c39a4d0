import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Count, Money } from '../../values/values.tsx';

type Totals = OutputOf<'analytics.revenue'>['by_currency'];
type Row = Totals[string] & { readonly currency: string };

/** A row a currency. */
export function CurrencyTable({ currencies }: { currencies: Totals }) {
  const rows = Object.entries(currencies).map(([currency, totals]) => ({ currency, ...totals }));
  return <DataTable name="revenue" rows={rows} columns={COLUMNS} keyOf={({ currency }) => currency} />;
}

const amountColumn = (key: 'gross' | 'refunded' | 'net' | 'attributed', title: string): Column<Row> => ({
  key,
  title,
  isNumber: true,
  value: (row) => row[key],
  cell: (row) => <Money amount={row[key]} currency={row.currency} />,
});

const COLUMNS: Column<Row>[] = [
  { key: 'currency', title: 'Currency', value: ({ currency }) => currency },
  {
    key: 'count',
    title: 'Payments',
    isNumber: true,
    value: ({ count }) => count,
    cell: ({ count }) => <Count value={count} />,
  },
  amountColumn('gross', 'Gross'),
  amountColumn('refunded', 'Refunded'),
  amountColumn('net', 'Net'),
  amountColumn('attributed', 'Tied to a device'),
];
