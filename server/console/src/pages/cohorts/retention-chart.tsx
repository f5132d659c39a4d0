import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatPercent } from '../../values/format.ts';
import { Count, Percent } from '../../values/values.tsx';
import type { Cohort } from './heat-map.tsx';
import { type Point, pointsOf, shareOf } from './retention-points.ts';

const HEIGHT = 220;
const MARGIN = 28;
/** Of the width, in per cent, beside the first and the last point. */
const SIDE = 8;

/** The share of devices that came back, of all cohorts old enough to say: a line, with its numbers below. */
export function RetentionChart({ cohorts }: { cohorts: readonly Cohort[] }) {
  const points = pointsOf(cohorts);
  const last = points.at(-1)?.day ?? 0;
  const x = (day: number) => `${SIDE + (day / Math.max(1, last)) * (100 - 2 * SIDE)}%`;
  const y = (share: number) => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  return (
    <figure className="chart">
      <svg
        className="retention"
        height={HEIGHT}
        role="img"
        aria-label="Retention. The table below has its numbers."
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="grid-line" x1="0" x2="100%" y1={y(share)} y2={y(share)} />
            <text className="axis-text" x={2} y={y(share) - 4}>
              {formatPercent(share * 100)}
            </text>
          </g>
        ))}
        {points.slice(1).map((point, at) => {
          const before = points[at] ?? point;
          return (
            <line
              key={point.day}
              className="retention-line"
              x1={x(before.day)}
              y1={y(shareOf(before))}
              x2={x(point.day)}
              y2={y(shareOf(point))}
            />
          );
        })}
        {points.map((point) => (
          <Mark key={point.day} point={point} x={x(point.day)} y={y(shareOf(point))} />
        ))}
      </svg>
      <DataTable name="retention" rows={points} columns={COLUMNS} keyOf={({ day }) => String(day)} />
    </figure>
  );
}

function Mark({ point, x, y }: { point: Point; x: string; y: number }) {
  return (
    <g>
      <circle className="retention-point" cx={x} cy={y} r={4}>
        <title>
          Day {point.day}: {formatPercent(shareOf(point) * 100)}
        </title>
      </circle>
      <text className="axis-text" x={x} y={HEIGHT - 8} textAnchor="middle">
        {point.day}
      </text>
    </g>
  );
}

const COLUMNS: Column<Point>[] = [
  { key: 'day', title: 'Days after the install', value: ({ day }) => day },
  {
    key: 'devices',
    title: 'Active again',
    isNumber: true,
    value: ({ devices }) => devices,
    cell: ({ devices }) => <Count value={devices} />,
  },
  {
    key: 'installs',
    title: 'Of devices',
    isNumber: true,
    value: ({ installs }) => installs,
    cell: ({ installs }) => <Count value={installs} />,
  },
  {
    key: 'rate_pct',
    title: 'Share',
    isNumber: true,
    value: (point) => Math.round(shareOf(point) * 1000) / 10,
    cell: (point) => <Percent value={shareOf(point) * 100} />,
  },
];
