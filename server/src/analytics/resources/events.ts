import { z } from 'zod';
import { period } from '../../counters/period.ts';
import { money, toMoney } from '../../platform/values/money/money.ts';
import { listDays } from '../figures/list-days.ts';
import { defineResource } from '../resource.ts';

/** Apps number their kinds of events themselves: rows of several apps with the same name are added up. */
const OF_KIND = 'join event_kinds using (customer_id, app_id, kind)';

/** `$5` is null for all countries. */
const OF_COUNTRY = 'and ($5::text is null or country = $5)';

const COUNTS = `
  with counted as materialized (
    select customer_id, app_id, kind, currency, sum(events::float8) as events, sum(revenue) as revenue
    from event_counts
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4 ${OF_COUNTRY}
    group by customer_id, app_id, kind, currency
  )
  select event_type, event_name, is_rest, currency, sum(events) as count, sum(revenue)::text as revenue
  from counted ${OF_KIND}
  where event_kinds.customer_id = $1
  group by event_type, event_name, is_rest, currency
  order by currency`;

/** A device counts on the first of the period's days on which it sent such an event. */
const DEVICES = `
  with counted as materialized (
    select customer_id, app_id, kind, sum(devices::float8) as devices
    from event_device_counts
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4 and previous_day < $3
    group by customer_id, app_id, kind
  )
  select event_type, event_name, is_rest, sum(devices) as devices
  from counted ${OF_KIND}
  where event_kinds.customer_id = $1
  group by event_type, event_name, is_rest`;

const DAYS = `
  select to_char(day, 'YYYY-MM-DD') as date, sum(events::float8) as count
  from event_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4 ${OF_COUNTRY}
  group by day`;

/** As many as a chart shows beside all others. */
const MOST_FREQUENT = 7;

const DAYS_OF_THE_MOST_FREQUENT = `
  with counted as materialized (
    select event_type, event_name, is_rest, day, sum(events::float8) as events
    from event_counts ${OF_KIND}
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4 ${OF_COUNTRY}
    group by event_type, event_name, is_rest, day
  ), frequent as (
    select event_type, event_name, is_rest from counted
    group by event_type, event_name, is_rest having sum(events) > 0
    order by sum(events) desc, event_type collate "C", event_name collate "C" limit ${MOST_FREQUENT}
  )
  select event_type, event_name, is_rest, to_char(day, 'YYYY-MM-DD') as date, events as count
  from counted join frequent using (event_type, event_name, is_rest)`;

interface Named {
  readonly event_type: string;
  readonly event_name: string;
  readonly is_rest: boolean;
}

interface CountRow extends Named {
  /** Empty for the events without revenue. */
  readonly currency: string;
  readonly count: number;
  readonly revenue: string;
}

interface DeviceRow extends Named {
  readonly devices: number;
}

interface DayRow extends Named {
  readonly date: string;
  readonly count: number;
}

const named = z.object({
  event_type: z.string(),
  custom_event_name: z
    .string()
    .nullable()
    .describe(
      'The name of a custom event; null for events without one and for every other type; `other` for all names after an app’s first 500.',
    ),
  rest: z
    .literal(true)
    .optional()
    .describe(
      'Marks the row of all names after an app’s first 500: an app may have an event that is called `other`.',
    ),
});

const counted = named.extend({
  count: z.int(),
  devices: z
    .int()
    .nullable()
    .describe(
      'Devices that sent such an event in the period; one of several apps counts in each. Events without an id count for none. Null where a country is asked for: devices are counted over all of them.',
    ),
  revenue: z
    .record(z.string(), money)
    .describe('What was sent with the events, by currency, in major units.'),
});

export const events = defineResource({
  name: 'events',
  means:
    'How often each event happened on the UTC days of a period: the most frequent first, and for each day how many there were, in all and of the most frequent.',
  output: z.object({
    period,
    events: z.array(counted),
    days: z.array(z.object({ date: z.iso.date(), count: z.int() })),
    frequent: z
      .array(named.extend({ counts: z.array(z.int()).describe('How many there were on each of `days`.') }))
      .describe(`The course of the most frequent events, up to ${MOST_FREQUENT}.`),
  }),
  async read(reader, { period: { from, to }, country }) {
    const dates = listDays({ from, to });
    const [counts, devices, days, frequent] = await Promise.all([
      reader.read<CountRow>('analytics-events', COUNTS, [from, to, country]),
      country === null ? reader.read<DeviceRow>('analytics-event-devices', DEVICES, [from, to]) : null,
      reader.read<{ date: string; count: number }>('analytics-event-days', DAYS, [from, to, country]),
      reader.read<DayRow>('analytics-frequent-event-days', DAYS_OF_THE_MOST_FREQUENT, [from, to, country]),
    ]);
    const devicesOf = devices && new Map(devices.map((row) => [keyOf(row), row.devices]));
    const byKind = [...Map.groupBy(counts, keyOf)];
    const countOn = new Map(days.map(({ date, count }) => [date, count]));
    return {
      period: { from, to },
      events: byKind
        .flatMap(([key, rows]) => toCounted(rows, devicesOf && (devicesOf.get(key) ?? 0)))
        .sort(inOrder),
      days: dates.map((date) => ({ date, count: countOn.get(date) ?? 0 })),
      frequent: [...Map.groupBy(frequent, keyOf).values()]
        .flatMap((rows) => toCourse(rows, dates))
        .sort((a, b) => inOrder(totalOf(a), totalOf(b))),
    };
  },
  toTable({ events }) {
    const currencies = [...new Set(events.flatMap(({ revenue }) => Object.keys(revenue)))].sort();
    return {
      columns: [
        'event_type',
        'custom_event_name',
        'rest',
        'count',
        'devices',
        ...currencies.map((currency) => `revenue.${currency}`),
      ],
      rows: events.map((event) => [
        event.event_type,
        event.custom_event_name,
        event.rest ?? false,
        event.count,
        event.devices,
        ...currencies.map((currency) => event.revenue[currency] ?? null),
      ]),
    };
  },
});

type Counted = z.output<typeof counted>;

function keyOf({ event_type, event_name, is_rest }: Named): string {
  return `${is_rest} ${event_type} ${event_name}`;
}

/** The names of a row as answers have them. */
function toNamed({ event_type, event_name, is_rest }: Named): z.output<typeof named> {
  return {
    event_type,
    custom_event_name: is_rest ? 'other' : event_name || null,
    ...(is_rest && { rest: true as const }),
  };
}

type Course = z.output<typeof named> & { counts: number[] };

function toCourse(rows: readonly DayRow[], dates: readonly string[]): Course[] {
  const [first] = rows;
  if (first === undefined) return [];
  const countOn = new Map(rows.map(({ date, count }) => [date, count]));
  return [{ ...toNamed(first), counts: dates.map((date) => countOn.get(date) ?? 0) }];
}

const totalOf = (course: Course) => ({
  ...course,
  count: course.counts.reduce((sum, count) => sum + count, 0),
});

function toCounted(rows: readonly CountRow[], devices: number | null): Counted[] {
  const [first] = rows;
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  if (first === undefined || count <= 0) return [];
  const paid = rows.filter(({ currency, revenue }) => currency !== '' && Number(revenue) !== 0);
  return [
    {
      ...toNamed(first),
      count,
      devices,
      revenue: Object.fromEntries(
        paid.map(({ currency, revenue }) => [currency, toMoney(revenue, currency)]),
      ),
    },
  ];
}

type Ranked = Omit<Counted, 'devices' | 'revenue'>;

/** By name as its characters are numbered, which is the same everywhere. */
function inOrder(a: Ranked, b: Ranked): number {
  const name = ({ event_type, custom_event_name, rest }: Ranked) =>
    `${event_type} ${rest ? '' : (custom_event_name ?? '')}`;
  return b.count - a.count || (name(a) < name(b) ? -1 : 1);
}
