import type { Band } from './band.ts';

const SIZE = 200;
const ROOM = 30;
const TICKS = [0, 25, 50, 75, 100];
const x = (percent: number) => ROOM + (percent / 100) * SIZE;
const y = (percent: number) => 5 + SIZE - (percent / 100) * SIZE;
const observed = ({ right, installs }: Band) => (100 * right) / installs;

/** What was said against what was observed: on the line, confidence is what it says. The table beside it has the same. */
export function ReliabilityChart({ of: bands }: { of: readonly Band[] }) {
  const most = Math.max(...bands.map(({ installs }) => installs));
  return (
    <svg className="reliability" viewBox={`0 0 ${SIZE + 2 * ROOM} ${SIZE + ROOM}`} aria-hidden="true">
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className="grid-line" x1={x(0)} x2={x(100)} y1={y(tick)} y2={y(tick)} />
          <text className="axis-text" x={x(0) - 5} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
          <text className="axis-text" x={x(tick)} y={y(0) + 15} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <line className="reliability-line" x1={x(0)} y1={y(0)} x2={x(100)} y2={y(100)} />
      {bands.map((band) => (
        <circle
          key={band.from}
          className="retention-point"
          cx={x(band.said)}
          cy={y(observed(band))}
          r={3 + 5 * Math.sqrt(band.installs / most)}
        />
      ))}
    </svg>
  );
}
