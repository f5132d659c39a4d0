import { useState } from 'react';
import { useNameOfApp } from '../../account/use-name-of-app.ts';
import { useReportScope } from '../../account/use-report-scope.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import { useRead } from '../../client/use-read.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ExactMoney, Nothing, State, Time } from '../../values/values.tsx';

type Naming = (id: string) => string;
type Payment = OutputOf<'analytics.payments'>['payments'][number];

/** The payments of the period, the newest first, a page of the report at a time. */
export function PaymentTable() {
  const scope = useReportScope();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const nameOfApp = useNameOfApp();
  const campaigns = useList('list_campaigns', { p_app_id: scope.app_id, p_limit: 200 });
  const nameOfCampaign = (id: string) => campaigns.data?.find((campaign) => campaign.id === id)?.name ?? id;
  const columns = columnsOf(nameOfApp, nameOfCampaign);
  const payments = useRead('analytics.payments', { ...scope, cursor: cursors.at(-1) ?? null });
  return (
    <Loaded of={payments}>
      {({ payments: rows, next_cursor }) => (
        <>
          {rows.length === 0 ? (
            <EmptyState>No payment in this period.</EmptyState>
          ) : (
            <DataTable name="payments" rows={rows} columns={columns} keyOf={({ id }) => id} />
          )}
          {(cursors.length > 0 || next_cursor) && (
            <div className="actions">
              <button
                type="button"
                disabled={cursors.length === 0}
                onClick={() => setCursors(cursors.slice(0, -1))}
              >
                Newer
              </button>
              <button
                type="button"
                disabled={!next_cursor}
                onClick={() => next_cursor && setCursors([...cursors, next_cursor])}
              >
                Older
              </button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

const columnsOf = (nameOfApp: (appId: string) => string, nameOfCampaign: Naming): Column<Payment>[] => [
  {
    key: 'received_at',
    title: 'Arrived',
    value: ({ received_at }) => received_at,
    cell: ({ received_at }) => <Time at={received_at} />,
  },
  { key: 'event_type', title: 'What', value: ({ event_type }) => event_type.replaceAll('_', ' ') },
  {
    key: 'amount',
    title: 'Amount',
    isNumber: true,
    value: ({ amount }) => amount,
    cell: ({ amount, currency }) =>
      currency === null ? <Nothing /> : <ExactMoney amount={amount} currency={currency} />,
  },
  { key: 'currency', title: 'Currency', value: ({ currency }) => currency },
  { key: 'provider', title: 'Provider', value: ({ provider }) => provider },
  {
    key: 'app',
    title: 'App',
    value: ({ app_id }) => nameOfApp(app_id),
  },
  {
    key: 'campaign',
    title: 'Campaign',
    value: ({ campaign_id }) => campaign_id && nameOfCampaign(campaign_id),
    cell: ({ campaign_id }) => (campaign_id === null ? <Nothing /> : nameOfCampaign(campaign_id)),
  },
  { key: 'reference', title: 'Reference', value: ({ reference }) => reference },
  {
    key: 'matched',
    title: 'Device',
    value: ({ matched }) => matched,
    cell: ({ matched }) => <State word={matched ? 'known' : 'unknown'} tone={matched ? 'good' : 'quiet'} />,
  },
];
