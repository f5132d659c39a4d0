import type { ReactNode } from 'react';
import { formatPercent } from '../../values/format.ts';
import { Sparkline } from './sparkline.tsx';

interface FigureProps {
  readonly title: string;
  readonly value: ReactNode;
  /** The same as a number, of the period and of the one before; null where there is none. */
  readonly now: number | null;
  readonly before: number | null;
  /** Its course, day by day. */
  readonly course?: readonly (number | null)[];
  /** Whether less is better. */
  readonly isLessBetter?: boolean;
  /** Chooses it for the chart. */
  readonly onChoose?: () => void;
  readonly isChosen?: boolean;
}

/** One figure: its value, how it stands against the period before, and its course. */
export function Figure({
  title,
  value,
  now,
  before,
  course,
  isLessBetter = false,
  onChoose,
  isChosen,
}: FigureProps) {
  const content = (
    <>
      <span className="figure-title">{title}</span>
      <span className="figure-value">{value}</span>
      <Change now={now} before={before} isLessBetter={isLessBetter} />
      {course && course.length > 1 && <Sparkline values={course} />}
    </>
  );
  if (!onChoose) return <div className="figure">{content}</div>;
  return (
    <button type="button" className="figure" aria-pressed={isChosen} onClick={onChoose}>
      {content}
    </button>
  );
}

interface ChangeProps {
  readonly now: number | null;
  readonly before: number | null;
  readonly isLessBetter: boolean;
}

function Change({ now, before, isLessBetter }: ChangeProps) {
  if (now === null || before === null || (now === 0 && before === 0))
    return <span className="figure-change">no comparison</span>;
  if (before === 0) return <span className="figure-change">from none before</span>;
  const change = ((now - before) / Math.abs(before)) * 100;
  const isGood = change === 0 ? undefined : change > 0 !== isLessBetter;
  return (
    <span className="figure-change" data-good={isGood}>
      <span aria-hidden="true">{change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}</span>
      {change > 0 ? '+' : ''}
      {formatPercent(change)}
      <span className="hidden-label"> against the period before</span>
    </span>
  );
}
