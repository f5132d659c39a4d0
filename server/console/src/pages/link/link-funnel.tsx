import { useMemo } from 'react';
import { daysOf } from '../../address/period.ts';
import { usePeriod } from '../../address/use-period.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { TimeChart } from '../../parts/time-chart.tsx';
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
      <div className="figures">
        <Step title="Visits" value={visits} of={null} />
        <Step title="Clicks that count" value={clicks} of={visits} />
        <Step title="Installs" value={installs} of={clicks} />
      </div>
      <p className="hint">
        Left out: {repeats} repeats by the same visitor within seconds, and {bots} visits of bots.
      </p>
      <TimeChart name="Clicks and installs" days={dates} series={series} />
    </>
  );
}

function Step({ title, value, of: all }: { title: string; value: number; of: number | null }) {
  return (
    <div className="figure">
      <span className="figure-title">{title}</span>
      <span className="figure-value">
        <Count value={value} />
      </span>
      {all !== null && all > 0 && (
        <span className="figure-change">
          <Percent value={(100 * value) / all} /> of the step before
        </span>
      )}
    </div>
  );
}
