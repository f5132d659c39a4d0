import { FoldedTable } from '../../parts/charts/folded-table.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Nothing } from '../../values/values.tsx';
import type { OverviewFigure } from './figures.ts';

/** The figures exactly, and as CSV. */
export function FigureTable({ figures }: { figures: readonly OverviewFigure[] }) {
  return (
    <FoldedTable>
      {() => <DataTable name="figures" rows={figures} columns={COLUMNS} keyOf={({ id }) => id} />}
    </FoldedTable>
  );
}

const COLUMNS: Column<OverviewFigure>[] = [
  { key: 'figure', title: 'Figure', value: ({ id }) => id, cell: ({ title }) => title },
  {
    key: 'value',
    title: 'This period',
    isNumber: true,
    value: ({ now }) => now,
    cell: ({ now, format }) => (now === null ? <Nothing /> : format(now)),
  },
  {
    key: 'before',
    title: 'Period before',
    isNumber: true,
    value: ({ before }) => before,
    cell: ({ before, format }) => (before === null ? <Nothing /> : format(before)),
  },
];
