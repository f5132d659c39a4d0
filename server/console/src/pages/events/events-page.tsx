import { useMemo } from 'react';
import { useScope } from '../../account/use-scope.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { TimeChart } from '../../parts/time-chart.tsx';
import { CheckEvent } from './check-event.tsx';
import { EventTable } from './event-table.tsx';
import { RejectedEvents } from './rejected-events.tsx';

type Days = OutputOf<'analytics.events'>['days'];

/** How often each event happened, and what was refused. */
export function EventsPage() {
  const events = useRead('analytics.events', useScope());
  return (
    <Page title="Events" intro="How often each event happened, on how many devices. Days are UTC.">
      <Loaded of={events}>
        {({ events: rows, days }) =>
          rows.length === 0 ? (
            <EmptyState>
              No event in these days. Choose others above, or start the SDK in your app.
            </EmptyState>
          ) : (
            <>
              <Card title="Events a day">
                <EventsChart days={days} />
              </Card>
              <Card title="By type and name">
                <EventTable events={rows} />
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

function EventsChart({ days }: { days: Days }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => [{ name: 'Events', values: days.map(({ count }) => count) }], [days]);
  return <TimeChart name="Events a day" days={dates} series={series} />;
}
