import { useMemo } from 'react';
import { useScope } from '../../account/use-scope.ts';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import type { Series } from '../../parts/series.ts';
import { TimeChart } from '../../parts/time-chart.tsx';

type InstallDay = OutputOf<'analytics.installs'>['days'][number];

const WAYS = [
  { id: 'channel', name: 'By channel' },
  { id: 'model', name: 'By model' },
];

/** Installs a day, by channel or by model. */
export function InstallsCard() {
  const { by = 'channel' } = useViewSearch();
  const setSearch = useSetSearch();
  const installs = useRead('analytics.installs', useScope());
  const choose = (
    <Choice label="Stacked" isCompact options={WAYS} chosen={by} onChoose={(id) => setSearch({ by: id })} />
  );
  return (
    <Card title="Installs a day" actions={choose}>
      <Loaded of={installs}>
        {({ days }) =>
          days.some(({ total }) => total > 0) ? (
            <InstallsChart days={days} by={by === 'model' ? 'by_model' : 'by_channel'} />
          ) : (
            <EmptyState>No install in these days. Choose others above, or send one.</EmptyState>
          )
        }
      </Loaded>
    </Card>
  );
}

function InstallsChart({ days, by }: { days: readonly InstallDay[]; by: 'by_model' | 'by_channel' }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => seriesOf(days, by), [days, by]);
  return <TimeChart name="Installs a day" days={dates} series={series} isStacked />;
}

function seriesOf(days: readonly InstallDay[], by: 'by_model' | 'by_channel'): Series[] {
  const names = [...new Set(days.flatMap((day) => Object.keys(day[by])))].sort();
  return names.map((name) => ({ name, values: days.map((day) => day[by][name] ?? 0) }));
}
