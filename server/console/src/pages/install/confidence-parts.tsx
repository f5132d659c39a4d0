interface ConfidencePartsProps {
  readonly of: Readonly<Record<string, number>>;
  readonly score: number;
}

const WIDTH = 400;
const COLOURS = 8;

/** The parts as one bar: each as wide as it counts; what was taken away again is crossed out, down to the score. */
export function ConfidenceParts({ of: breakdown, score }: ConfidencePartsProps) {
  const parts = Object.entries(breakdown).filter(([, points]) => points !== 0);
  const gains = parts.filter(([, points]) => points > 0).sort(([, a], [, b]) => b - a);
  const losses = parts.filter(([, points]) => points < 0);
  const gained = gains.reduce((sum, [, points]) => sum + points, 0);
  const scale = WIDTH / Math.max(100, gained);
  let from = 0;
  return (
    <>
      <svg className="parts" viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" aria-hidden="true">
        {gains.map(([name, points], at) => {
          const x = from;
          from += points * scale;
          return (
            <rect key={name} className={`part-${at % COLOURS}`} x={x} y={0} width={from - x} height={16} />
          );
        })}
        {gained > score && (
          <rect className="part-lost" x={score * scale} y={0} width={(gained - score) * scale} height={16} />
        )}
      </svg>
      <ul className="legend">
        {gains.map(([name, points], at) => (
          <li key={name} className={`series-${at % COLOURS}`}>
            {name.replaceAll('_', ' ')}: +{points}
          </li>
        ))}
        {losses.map(([name, points]) => (
          <li key={name} className="series-lost">
            {name.replaceAll('_', ' ')}: {points}
          </li>
        ))}
        <li className="series-none">
          <b>adds up to {score}</b>
        </li>
      </ul>
    </>
  );
}
