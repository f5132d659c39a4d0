import type { OutputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Count, Id, State, Time } from '../../values/values.tsx';

type Erasure = OutputOf<'list_erasures'>['items'][number];

/** What was erased before, by receipt: the answer to a person who asks later. No ids are kept of it. */
export function ErasureTable() {
  const erasures = useList('list_erasures', {});
  return (
    <Loaded of={erasures}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState>
            Nothing was erased yet. The receipts of devices, and of installations that asked to be forgotten,
            will appear here.
          </EmptyState>
        ) : (
          <DataTable
            name="erasures"
            rows={rows}
            columns={COLUMNS}
            keyOf={({ receipt_id }) => receipt_id}
            more={erasures.more}
          />
        )
      }
    </Loaded>
  );
}

const COLUMNS: Column<Erasure>[] = [
  {
    key: 'requested_at',
    title: 'Asked for',
    value: ({ requested_at }) => requested_at,
    cell: ({ requested_at }) => <Time at={requested_at} />,
  },
  {
    key: 'receipt_id',
    title: 'Receipt',
    value: ({ receipt_id }) => receipt_id,
    cell: ({ receipt_id }) => <Id value={receipt_id} />,
  },
  { key: 'scope', title: 'Of', value: ({ scope }) => scope },
  {
    key: 'asked_by',
    title: 'Asked by',
    value: ({ requested_by }) => (requested_by === null ? 'the app' : 'a member'),
  },
  {
    key: 'rows',
    title: 'Rows',
    isNumber: true,
    value: rowsOf,
    cell: (erasure) => <Count value={rowsOf(erasure)} />,
  },
  {
    key: 'complete',
    title: 'State',
    value: ({ complete }) => (complete ? 'done' : 'under way'),
    cell: ({ complete }) => (
      <State word={complete ? 'done' : 'under way'} tone={complete ? 'good' : 'warn'} />
    ),
  },
];

function rowsOf({ erased }: Erasure): number {
  return Object.values(erased).reduce((sum, rows) => sum + rows, 0);
}
