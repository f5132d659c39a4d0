import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DATED_BY_ARRIVAL } from '../../values/dated-by-arrival.ts';
import { formatClock } from '../../values/format.ts';
import { Id, Nothing, State } from '../../values/values.tsx';
import type { LiveView } from './use-live-events.ts';

type Entry = LiveView['events'][number];

const TONES = { accepted: 'good', deduplicated: 'quiet', rejected: 'bad', skipped: 'warn' } as const;

/** What arrived, to the millisecond. */
export function LiveTable({ events }: { events: readonly Entry[] }) {
  return <DataTable name="live" rows={events} columns={COLUMNS} keyOf={({ key }) => String(key)} />;
}

const COLUMNS: Column<Entry>[] = [
  {
    key: 'at',
    title: 'Arrived (UTC)',
    value: ({ at }) => at,
    cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{formatClock(at)}</time>,
  },
  {
    key: 'status',
    title: 'What became of it',
    value: ({ status }) => status,
    cell: ({ status }) => <State word={status} tone={TONES[status]} />,
  },
  {
    key: 'event_type',
    title: 'Type',
    value: ({ event_type }) => event_type,
    cell: ({ event_type, event_name }) => event_name ?? event_type ?? <Nothing />,
  },
  {
    key: 'event_id',
    title: 'Id',
    value: ({ event_id }) => event_id,
    cell: ({ event_id }) => <Id value={event_id} />,
  },
  {
    key: 'error',
    title: 'Why',
    isLong: true,
    value: ({ error }) => error,
    cell: ({ error, is_dated_by_arrival }) => error ?? (is_dated_by_arrival ? DATED_BY_ARRIVAL : <Nothing />),
  },
];
