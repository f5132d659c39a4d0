import { useMemo } from 'react';
import { daysOf } from '../../address/period.ts';
import { usePeriod } from '../../address/use-period.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { TimeChart } from '../../parts/charts/time-chart.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatNumber } from '../../values/format.ts';
import { Count, Percent } from '../../values/values.tsx';

type Stats = OutputOf<'link_stats'>;

/** Clicks of a link, and how many of them became installs. */
export function LinkFunnel({ linkId }: { linkId: string }) {
  const { from, to } = usePeriod();
  const stats = useRead('link_stats', { p_link_id: linkId, p_date_from: from, p_date_to: to });
  return <Loaded of={stats}>{(shown) => <Funnel of={shown} />}</Loaded>;
}

function Funnel({ of: { period, clicks, repeats, bots, installs, days } }: { of: Stats }) {
  const dates = useMemo(() => daysOf(period), [period]);
  const series = useMemo(() => {
    // Days without a visit are not in the answer.
    const dayOf = new Map(days.map((day) => [day.date, day]));
    return [
      { name: 'Clicks', values: dates.map((date) => dayOf.get(date)?.clicks ?? 0) },
      { name: 'Installs', values: dates.map((date) => dayOf.get(date)?.installs ?? 0) },
    ];
  }, [days, dates]);
  if (days.length === 0)
    return (
      <EmptyState>
        Nobody has followed it in this period. Open it on a phone to see the first click.
      </EmptyState>
    );
  const visits = clicks + repeats + bots;
  return (
    <>
      <ol className="funnel">
        <Step title="Visits" value={visits} of={null} first={visits} />
        <Step title="Clicks that count" value={clicks} of={visits} first={visits} />
        <Step title="Installs" value={installs} of={clicks} first={visits} />
      </ol>
      <p className="hint">
        Left out: {formatNumber(repeats)} repeats by the same visitor within seconds, and {formatNumber(bots)}{' '}
        visits of bots.
      </p>
      <TimeChart name="Clicks and installs" days={dates} series={series} />
    </>
  );
}

interface StepProps {
  readonly title: string;
  readonly value: number;
  /** The step before. */
  readonly of: number | null;
  readonly first: number;
}

function Step({ title, value, of: before, first }: StepProps) {
  const share = first === 0 ? 0 : Math.min(100, (100 * value) / first);
  return (
    <li>
      <span className="figure-title">{title}</span>
      <span className="figure-value">
        <Count value={value} />
      </span>
      <span className="figure-change">
        {before !== null && before > 0 && (
          <>
            <Percent value={(100 * value) / before} /> of the step before
          </>
        )}
      </span>
      <svg className="funnel-bar" aria-hidden="true">
        <rect width={`${share}%`} height="100%" rx="4" />
      </svg>
    </li>
  );
}
