const WIDTH = 120;
const HEIGHT = 28;

/** The course of a figure as a small line, beside its number, which says the same to those who cannot see it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const numbers = known.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const range = high - low || 1;
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = known.map(
    ({ value, at }) =>
      `${(at * step).toFixed(1)},${(HEIGHT - 2 - ((value - low) / range) * (HEIGHT - 4)).toFixed(1)}`,
  );
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
