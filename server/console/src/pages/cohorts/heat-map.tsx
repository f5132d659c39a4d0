import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatNumber, formatPercent } from '../../values/format.ts';
import { Count, Day, Nothing } from '../../values/values.tsx';

export type Cohort = OutputOf<'analytics.cohorts'>['cohorts'][number];

/** Shades of the map; the style sheet has one for each. */
const SHADES = 10;

/** A row a day of installs, a column a day after it: the darker, the more came back. */
export function HeatMap({ cohorts }: { cohorts: readonly Cohort[] }) {
  const offsets = cohorts[0]?.retention.map(({ day }) => day) ?? [];
  const most = highestLater(cohorts);
  const columns: Column<Cohort>[] = [
    {
      key: 'cohort_date',
      title: 'Installed on',
      value: ({ cohort_date }) => cohort_date,
      cell: ({ cohort_date }) => <Day date={cohort_date} />,
    },
    {
      key: 'installs',
      title: 'Devices',
      isNumber: true,
      value: ({ installs }) => installs,
      cell: ({ installs }) => <Count value={installs} />,
    },
    ...offsets.map((day, at) => ({
      key: `day_${day}`,
      title: `Day ${day}`,
      isNumber: true,
      value: ({ retention }: Cohort) => retention[at]?.rate_pct ?? null,
      cell: ({ retention }: Cohort) => <Cell of={retention[at]} most={most} />,
    })),
  ];
  return <DataTable name="cohorts" rows={cohorts} columns={columns} keyOf={(cohort) => cohort.cohort_date} />;
}

/** The highest share of a day after the first, on which all were there: the darkest shade stands for it. */
function highestLater(cohorts: readonly Cohort[]): number {
  const later = cohorts.flatMap(({ retention }) => retention.slice(1).map(({ rate_pct }) => rate_pct ?? 0));
  return Math.max(1, ...later);
}

interface CellProps {
  readonly of: Cohort['retention'][number] | undefined;
  readonly most: number;
}

function Cell({ of: cell, most }: CellProps) {
  if (cell?.rate_pct == null || cell.devices == null) return <Nothing />;
  const shade = Math.min(SHADES - 1, Math.round((cell.rate_pct / most) * (SHADES - 1)));
  return (
    <data
      className={`heat heat-${shade}`}
      value={cell.rate_pct}
      title={`${formatNumber(cell.devices)} devices`}
    >
      {formatPercent(cell.rate_pct)}
    </data>
  );
}
