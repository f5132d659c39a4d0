import { Day, Nothing } from '../../values/values.tsx';
import type { Column } from '../column.ts';
import { DataTable } from '../data-table.tsx';
import { FoldedTable } from './folded-table.tsx';
import type { Series } from './series.ts';

interface SeriesTableProps {
  readonly name: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

interface DayRow {
  readonly date: string;
  readonly at: number;
}

/** The numbers of a chart. */
export function SeriesTable({ name, days, series }: SeriesTableProps) {
  return (
    <FoldedTable>
      {() => (
        <DataTable
          name={name}
          rows={days.map((date, at) => ({ date, at }))}
          columns={columnsOf(series)}
          keyOf={({ date }) => date}
        />
      )}
    </FoldedTable>
  );
}

const columnsOf = (series: readonly Series[]): Column<DayRow>[] => [
  { key: 'date', title: 'Day (UTC)', value: ({ date }) => date, cell: ({ date }) => <Day date={date} /> },
  ...series.map(({ name: title, values, format = String }) => ({
    key: title,
    title,
    isNumber: true,
    value: ({ at }: DayRow) => values[at] ?? null,
    cell: ({ at }: DayRow) => <Cell value={values[at] ?? null} format={format} />,
  })),
];

function Cell({ value, format }: { value: number | null; format: (value: number) => string }) {
  return value === null ? <Nothing /> : format(value);
}
