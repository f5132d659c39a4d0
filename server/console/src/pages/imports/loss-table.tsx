import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Count, Nothing } from '../../values/values.tsx';
import type { NotCarriedOver } from './send-import.ts';

/** What of a file of links has no counterpart here. The rows themselves are imported. */
export function LossTable({ losses }: { losses: readonly NotCarriedOver[] }) {
  return (
    <>
      <p>Not carried over, though the links themselves are:</p>
      <DataTable
        name="losses"
        rows={losses}
        columns={COLUMNS}
        keyOf={({ column, reason }) => `${column} ${reason}`}
      />
    </>
  );
}

const COLUMNS: Column<NotCarriedOver>[] = [
  {
    key: 'column',
    title: 'Column',
    value: ({ column }) => column,
    cell: ({ column }) => column ?? <Nothing />,
  },
  { key: 'reason', title: 'Why', isLong: true, value: ({ reason }) => reason },
  {
    key: 'rows',
    title: 'Rows',
    isNumber: true,
    value: ({ rows }) => rows,
    cell: ({ rows }) => <Count value={rows} />,
  },
  {
    key: 'example',
    title: 'Such as',
    value: ({ example }) => example,
    cell: ({ example }) => example ?? <Nothing />,
  },
];
