import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatPercent } from '../../values/format.ts';
import { Count, Percent } from '../../values/values.tsx';
import type { Cohort } from './heat-map.tsx';

interface Point {
  readonly day: number;
  readonly devices: number;
  readonly installs: number;
}

const WIDTH = 640;
const HEIGHT = 220;
const MARGIN = 32;

/** The share of devices that came back, of all cohorts old enough to say: a line, with its numbers below. */
export function RetentionChart({ cohorts }: { cohorts: readonly Cohort[] }) {
  const points = pointsOf(cohorts);
  const last = points.at(-1)?.day ?? 0;
  const x = (day: number) => MARGIN + (day / Math.max(1, last)) * (WIDTH - 2 * MARGIN);
  const y = (share: number) => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Retention. The table below has its numbers."
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="grid-line" x1={MARGIN} x2={WIDTH - MARGIN} y1={y(share)} y2={y(share)} />
            <text className="axis-text" x={2} y={y(share) - 4}>
              {formatPercent(share * 100)}
            </text>
          </g>
        ))}
        <polyline
          className="retention-line"
          points={points.map((point) => `${x(point.day)},${y(shareOf(point))}`).join(' ')}
        />
        {points.map((point) => (
          <g key={point.day}>
            <circle className="retention-point" cx={x(point.day)} cy={y(shareOf(point))} r={3} />
            <text className="axis-text" x={x(point.day)} y={HEIGHT - 8} textAnchor="middle">
              {point.day}
            </text>
          </g>
        ))}
      </svg>
      <DataTable name="retention" rows={points} columns={COLUMNS} keyOf={({ day }) => String(day)} />
    </figure>
  );
}

const shareOf = ({ devices, installs }: Point) => (installs === 0 ? 0 : devices / installs);

/** Only cohorts whose day has begun count for it. */
function pointsOf(cohorts: readonly Cohort[]): Point[] {
  const offsets = cohorts[0]?.retention.map(({ day }) => day) ?? [];
  return offsets.flatMap((day, at) => {
    const old = cohorts.filter(({ retention }) => retention[at]?.devices != null);
    if (old.length === 0) return [];
    const installs = old.reduce((sum, cohort) => sum + cohort.installs, 0);
    const devices = old.reduce((sum, { retention }) => sum + (retention[at]?.devices ?? 0), 0);
    return [{ day, devices, installs }];
  });
}

const COLUMNS: Column<Point>[] = [
  { key: 'day', title: 'Days after the install', isNumber: true, value: ({ day }) => day },
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
