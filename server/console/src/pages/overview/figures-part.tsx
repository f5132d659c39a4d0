import { useMemo } from 'react';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { Card } from '../../parts/card.tsx';
import { Figure } from '../../parts/charts/figure.tsx';
import { TimeChart } from '../../parts/charts/time-chart.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Nothing } from '../../values/values.tsx';
import { FigureTable } from './figure-table.tsx';
import { figuresOf, type OverviewFigure } from './figures.ts';
import { useReports } from './use-reports.ts';

/** Every figure against the period before, and the one that the address chooses day by day. */
export function FiguresPart() {
  const { now, before } = useReports();
  const { figure: chosenId } = useViewSearch();
  const setSearch = useSetSearch();
  const figures = useFigures(now, before);
  const charted = figures.filter(({ course }) => course !== null);
  const chosen = charted.find(({ id }) => id === chosenId) ?? charted[0];
  return (
    <Loaded of={now.summary}>
      {() => (
        <Loaded of={now.installs}>
          {({ days }) => (
            <>
              <FigureList
                figures={figures}
                chosen={chosen?.id}
                onChoose={(id) => setSearch({ figure: id })}
              />
              <Loaded of={now.roas}>{() => null}</Loaded>
              {chosen && <CourseCard figure={chosen} days={days} />}
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

type Asked = ReturnType<typeof useReports>['now'];

/** The same as long as the reports are: a chart is drawn anew with another course. */
function useFigures(now: Asked, before: Asked): readonly OverviewFigure[] {
  const [summary, installs, roas] = [now.summary.data, now.installs.data, now.roas.data];
  const [summaryThen, installsThen, roasThen] = [before.summary.data, before.installs.data, before.roas.data];
  return useMemo(
    () =>
      figuresOf(
        { summary, installs, roas },
        { summary: summaryThen, installs: installsThen, roas: roasThen },
      ),
    [summary, installs, roas, summaryThen, installsThen, roasThen],
  );
}

interface FigureListProps {
  readonly figures: readonly OverviewFigure[];
  readonly chosen: string | undefined;
  onChoose(id: string): void;
}

function FigureList({ figures, chosen, onChoose }: FigureListProps) {
  return (
    <section aria-label="Figures">
      <div className="figures">
        {figures.map(({ id, title, now, before, course, format, formatTick, isLessBetter }) => (
          <Figure
            key={id}
            title={title}
            value={
              now === null ? <Nothing /> : <Short value={now} long={format(now)} short={formatTick(now)} />
            }
            now={now}
            before={before}
            {...(isLessBetter && { isLessBetter })}
            {...(course && { course, onChoose: () => onChoose(id), isChosen: id === chosen })}
          />
        ))}
      </div>
      <FigureTable figures={figures} />
    </section>
  );
}

/** Exact in its tooltip. */
function Short({ value, long, short }: { value: number; long: string; short: string }) {
  return (
    <data value={value} title={long}>
      {short}
    </data>
  );
}

interface CourseCardProps {
  readonly figure: OverviewFigure;
  readonly days: readonly { readonly date: string }[];
}

function CourseCard({ figure, days }: CourseCardProps) {
  const { title, course } = figure;
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => [{ ...figure, name: figure.title, values: figure.course ?? [] }], [figure]);
  const name = `${title}, day by day`;
  return (
    <Card title={name}>
      {course?.some((value) => value !== null && value !== 0) ? (
        <TimeChart name={name} days={dates} series={series} />
      ) : (
        <EmptyState>Nothing in these days (UTC). Choose others above, or another figure.</EmptyState>
      )}
    </Card>
  );
}
