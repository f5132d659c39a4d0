import { useReportScope } from '../../account/use-report-scope.ts';
import { useCampaignNames } from '../../client/use-campaign-names.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { GroupingChoice, useGrouping } from '../../parts/forms/grouping-choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { nameOfGroup } from '../../values/groups.ts';
import { Count, Money } from '../../values/values.tsx';

interface Row {
  readonly group: string;
  readonly currency: string;
  readonly count: number;
  readonly gross: number;
  readonly refunded: number;
  readonly net: number;
}

/** What payments brought by group of the installs that they are credited to. */
export function GroupTable() {
  const grouping = useGrouping();
  const revenue = useRead('analytics.revenue', { ...useReportScope(), group_by: grouping.id });
  const campaigns = useCampaignNames(grouping.id === 'campaign_id');
  return (
    <Card title="By group" actions={<GroupingChoice />}>
      <Loaded of={revenue}>
        {({ groups = [] }) => (
          <DataTable
            name="revenue-by-group"
            rows={groups.flatMap((group) =>
              Object.entries(group.by_currency).map(([currency, sums]) => ({
                group: nameOfGroup(grouping, group, campaigns),
                currency,
                ...sums,
              })),
            )}
            columns={COLUMNS}
            keyOf={({ group, currency }) => `${group} ${currency}`}
          />
        )}
      </Loaded>
    </Card>
  );
}

const amountColumn = (key: 'gross' | 'refunded' | 'net', title: string): Column<Row> => ({
  key,
  title,
  isNumber: true,
  value: (row) => row[key],
  cell: (row) => <Money amount={row[key]} currency={row.currency} />,
});

const COLUMNS: Column<Row>[] = [
  { key: 'group', title: 'Group', value: ({ group }) => group },
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
];
