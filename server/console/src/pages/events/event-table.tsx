import type { OutputOf } from '../../client/procedures.ts';
import { Amounts } from '../../parts/amounts.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Count, Nothing } from '../../values/values.tsx';

type Counted = OutputOf<'analytics.events'>['events'][number];

/** A row for each type, and for each name of a custom event. */
export function EventTable({ events }: { events: readonly Counted[] }) {
  return (
    <DataTable
      name="events"
      rows={events}
      columns={COLUMNS}
      keyOf={({ event_type, custom_event_name, rest }) => `${event_type} ${custom_event_name} ${rest}`}
    />
  );
}

const COLUMNS: Column<Counted>[] = [
  { key: 'event_type', title: 'Type', value: ({ event_type }) => event_type },
  {
    key: 'custom_event_name',
    title: 'Name',
    value: ({ custom_event_name, rest }) => (rest ? 'all other names' : custom_event_name),
    cell: ({ custom_event_name, rest }) => (rest ? 'all other names' : (custom_event_name ?? <Nothing />)),
  },
  {
    key: 'count',
    title: 'Events',
    isNumber: true,
    value: ({ count }) => count,
    cell: ({ count }) => <Count value={count} />,
  },
  {
    key: 'devices',
    title: 'Devices',
    isNumber: true,
    value: ({ devices }) => devices,
    cell: ({ devices }) => (devices === null ? <Nothing /> : <Count value={devices} />),
  },
  {
    key: 'revenue',
    title: 'Revenue',
    isNumber: true,
    value: ({ revenue }) =>
      Object.entries(revenue)
        .map(([currency, amount]) => `${currency} ${amount}`)
        .join('; '),
    cell: ({ revenue }) => <Amounts of={revenue} />,
  },
];
