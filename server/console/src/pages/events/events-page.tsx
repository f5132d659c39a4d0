import { useMemo } from 'react';
import { useReportScope } from '../../account/use-report-scope.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { TimeChart } from '../../parts/charts/time-chart.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CountryChoice } from '../../parts/forms/country-choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { CheckEvent } from './check-event.tsx';
import { EventTable } from './event-table.tsx';
import { RejectedEvents } from './rejected-events.tsx';

type Report = OutputOf<'analytics.events'>;

/** How often each event happened, and what was refused. */
export function EventsPage() {
  const events = useRead('analytics.events', useReportScope());
  return (
    <Page
      title="Events"
      actions={<CountryChoice />}
      intro="How often each event happened, on how many devices. Days are UTC. Devices are counted over all countries only."
    >
      <Loaded of={events}>
        {(report) =>
          report.events.length === 0 ? (
            <EmptyState>
              No event in these days. Choose others above, or start the SDK in your app.
            </EmptyState>
          ) : (
            <>
              <Card title="Events a day">
                <EventsChart of={report} />
              </Card>
              <Card title="By type and name">
                <EventTable events={report.events} />
              </Card>
            </>
          )
        }
      </Loaded>
      <RejectedEvents />
      <CheckEvent />
    </Page>
  );
}

/** The most frequent events by type and name, and all others together. */
function EventsChart({ of: { days, frequent } }: { of: Report }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => {
    const named = frequent.map((event) => ({ name: nameOf(event), values: event.counts }));
    const left = days.map(({ count }, at) =>
      frequent.reduce((rest, { counts }) => rest - (counts[at] ?? 0), count),
    );
    return left.some((count) => count > 0) ? [...named, { name: 'All other events', values: left }] : named;
  }, [days, frequent]);
  return <TimeChart name="Events a day" days={dates} series={series} isStacked />;
}

function nameOf({ event_type, custom_event_name, rest }: Report['frequent'][number]): string {
  if (rest) return `${event_type}: all other names`;
  return custom_event_name === null ? event_type : `${event_type}: ${custom_event_name}`;
}
