import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Money } from '../../values/values.tsx';

type Totals = OutputOf<'analytics.revenue'>['by_provider_currency'];

interface Row {
  readonly provider: string;
  readonly currency: string;
  readonly net: number;
}

/** What came by each provider, less reversals: a row a currency. */
export function ProviderTable({ providers }: { providers: Totals }) {
  const rows = Object.entries(providers).flatMap(([provider, totals]) =>
    Object.entries(totals).map(([currency, net]) => ({ provider, currency, net })),
  );
  return (
    <DataTable
      name="providers"
      rows={rows}
      columns={COLUMNS}
      keyOf={({ provider, currency }) => `${provider} ${currency}`}
    />
  );
}

const COLUMNS: Column<Row>[] = [
  { key: 'provider', title: 'Provider', value: ({ provider }) => provider },
  { key: 'currency', title: 'Currency', value: ({ currency }) => currency },
  {
    key: 'net',
    title: 'Net',
    isNumber: true,
    value: ({ net }) => net,
    cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
  },
];
