import { useAccount } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Nothing, Time } from '../../values/values.tsx';

type Rejected = OutputOf<'list_rejected_events'>['items'][number];

/** The last events that were refused, each with its sentence. What was in them is not kept. */
export function RejectedEvents() {
  const { app } = useAccount();
  const rejected = useList('list_rejected_events', { p_app_id: app?.id ?? null });
  return (
    <Card title="Refused">
      <Loaded of={rejected}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>Nothing was refused.</EmptyState>
          ) : (
            <DataTable
              name="refused"
              rows={rows}
              columns={COLUMNS}
              keyOf={(event) => `${event.at} ${rows.indexOf(event)}`}
              more={rejected.more}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

const COLUMNS: Column<Rejected>[] = [
  { key: 'at', title: 'When', value: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
  {
    key: 'event_type',
    title: 'Type',
    value: ({ event_type }) => event_type,
    cell: ({ event_type }) => event_type ?? <Nothing />,
  },
  { key: 'code', title: 'Code', value: ({ code }) => code, cell: ({ code }) => <code>{code}</code> },
  { key: 'error', title: 'Why', isLong: true, value: ({ error }) => error },
];
