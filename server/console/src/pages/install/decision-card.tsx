import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../../client/procedures.ts';
import { Card } from '../../parts/card.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { nameOfModel } from '../../values/models.ts';
import { Id, Nothing } from '../../values/values.tsx';

type Decision = NonNullable<OutputOf<'explain_attribution'>['decision']>;

/** The decision, with the parts that its confidence adds up from. */
export function DecisionCard({ decision }: { decision: Decision }) {
  const { reason, model, channel, link_id, click_id, signals_used, confidence_score } = decision;
  return (
    <Card title={`${nameOfModel(model)}: confidence ${confidence_score} of 100`}>
      <p>{reason}</p>
      <Parts of={decision.confidence_breakdown} score={confidence_score} />
      <dl className="facts">
        <dt>Channel</dt>
        <dd>{nameOfChannel(channel)}</dd>
        <dt>Link</dt>
        <dd>{link_id ? <Link to={`/links/${link_id}` as never}>Open the link</Link> : <Nothing />}</dd>
        <dt>Click</dt>
        <dd>
          <Id value={click_id} />
        </dd>
        <dt>Signals</dt>
        <dd>{signals_used.length > 0 ? signals_used.join(', ').replaceAll('_', ' ') : <Nothing />}</dd>
      </dl>
    </Card>
  );
}

const WIDTH = 400;

/** The parts as one bar: each as wide as it counts; what took away is listed alone. */
function Parts({ of: breakdown, score }: { of: Readonly<Record<string, number>>; score: number }) {
  const parts = Object.entries(breakdown).filter(([, points]) => points !== 0);
  const gains = parts.filter(([, points]) => points > 0);
  const total = Math.max(
    100,
    gains.reduce((sum, [, points]) => sum + points, 0),
  );
  let from = 0;
  return (
    <>
      <svg className="parts" viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" aria-hidden="true">
        {gains.map(([name, points], at) => {
          const x = from;
          from += (points / total) * WIDTH;
          return (
            <rect key={name} className={`part part-${at % 8}`} x={x} y={0} width={from - x} height={16} />
          );
        })}
      </svg>
      <ul className="legend">
        {parts.map(([name, points]) => (
          <li
            key={name}
            className={points > 0 ? `series-${gains.findIndex(([gain]) => gain === name) % 8}` : ''}
          >
            {name.replaceAll('_', ' ')}: {points > 0 ? `+${points}` : points}
          </li>
        ))}
        <li>adds up to {score}</li>
      </ul>
    </>
  );
}
