import { z } from 'zod';
import { INSTALL_COUNTS } from '../../counters/declared/install-counts.ts';
import { period } from '../../counters/period.ts';
import { sharePct, wholeMean } from '../figures/averages.ts';
import { highConfidenceRate } from '../figures/high-confidence-rate.ts';
import { listDays, listGroupedDays } from '../figures/list-days.ts';
import { groupKey } from '../group-by.ts';
import { countSource, groupSource, SHOWN_KEY, statementName } from '../groups/count-source.ts';
import { groupTable } from '../groups/group-table.ts';
import {
  type GroupRequest,
  groupValues,
  largestKeys,
  type OfGroup,
  toGroups,
} from '../groups/shown-groups.ts';
import { defineResource } from '../resource.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import { type FlaggedRow, readFlagged, readFlaggedOfGroups } from './flagged-installs.ts';

const SUMS = ['installs', 'confidence_sum', 'high_confidence', 'unscored'];

/**
 * A row a day, its parts already put together: a year is thousands of counts, and the process that would take them
 * apart is the one that takes events in. Sums of float8 are exact below 2^53, and cheaper than numeric ones.
 *
 * @param key SQL of the group of a row, null for one group of all.
 */
const readDays = (source: string, key: string) => `
  with counted as (
    select ${key} as key, day, model, channel, ${SUMS.map((name) => `sum(${name}::float8) as ${name}`).join(', ')}
    from ${source}
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
    group by 1, day, model, channel
    having sum(installs) <> 0
  ), part as (
    select key, day, model, channel, ${SUMS.map((name) => `sum(${name}) as ${name}`).join(', ')}
    from counted
    group by grouping sets ((key, day), (key, day, model), (key, day, channel))
  )
  select key, to_char(day, 'YYYY-MM-DD') as date,
    max(installs) filter (where model is null and channel is null) as total,
    ${SUMS.slice(1)
      .map((name) => `max(${name}) filter (where model is null and channel is null) as ${name}`)
      .join(', ')},
    json_object_agg(model, installs) filter (where model is not null) as by_model,
    json_object_agg(channel, installs) filter (where channel is not null) as by_channel
  from part
  group by key, day`;

const readApps = (source: string, key: string) => `
  select ${key} as key, app_id, sum(installs::float8) as total,
    ${SUMS.slice(1)
      .map((name) => `sum(${name}::float8) as ${name}`)
      .join(', ')}
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by 1, app_id
  having sum(installs) <> 0
  order by app_id`;

/** Of all groups together. */
const ALL = 'null::text';

interface Counted {
  readonly total: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
  readonly unscored: number;
}
type DayRow = Counted & OfGroup & Pick<InstallDay, 'date' | 'by_model' | 'by_channel'>;
type AppRow = Counted & OfGroup & { readonly app_id: string };

const installDay = z.object({
  date: z.iso.date(),
  total: z.int(),
  by_model: z.record(z.string(), z.int()),
  by_channel: z.record(z.string(), z.int()),
  avg_confidence: z.int(),
  high_confidence_rate_pct: highConfidenceRate,
});
type InstallDay = z.output<typeof installDay>;

const flaggedInstalls = z
  .int()
  .nullable()
  .describe('Installs that fraud rules flagged in the period; null where the plan lacks `fraud_detection`.');

const installsOfApp = z.object({
  app_id: z.uuid(),
  total: z.int(),
  avg_confidence: z.int(),
  high_confidence_rate_pct: highConfidenceRate,
  flagged_installs: flaggedInstalls,
});

const figures = z.object({
  days: z.array(installDay),
  apps: z.array(installsOfApp),
  flagged_installs: flaggedInstalls,
});
type Figures = z.output<typeof figures>;

export const installs = defineResource({
  name: 'installs',
  means:
    'First installs of every day of a period, days without any included, then of each app that has some, and how many installs were flagged.',
  output: z.object({
    period,
    ...figures.shape,
    groups: z
      .array(z.object({ ...groupKey, ...figures.shape }))
      .optional()
      .describe('The same of each group, the most installs first, of up to 400 days; only with `group_by`.'),
  }),
  grouped: true,
  async read(reader, request) {
    const { period, country, groupBy, hasFeature } = request;
    const dates = groupBy ? listGroupedDays(period) : listDays(period);
    const seesFraud = hasFeature('fraud_detection');
    const source = countSource(INSTALL_COUNTS, country, 5);
    const values = [period.from, period.to, ...(country === null ? [] : [country])];
    const [days, apps, flagged, groups] = await Promise.all([
      reader.read<DayRow>(statementName('analytics-installs', country), readDays(source, ALL), values),
      reader.read<AppRow>(statementName('analytics-install-apps', country), readApps(source, ALL), values),
      seesFraud ? readFlagged(reader, request) : null,
      groupBy && readInstallGroups(reader, { ...request, groupBy }, dates),
    ]);
    return {
      period: { from: period.from, to: period.to },
      ...figuresFrom(dates, days, apps, flagged),
      ...(groups && { groups }),
    };
  },
  toTable: (body) =>
    groupTable<Figures>(
      body,
      (bodies) => {
        const days = bodies.flatMap((one) => one.days);
        const names = (column: NamedColumn) => namesIn(days, column).map((name) => `${column}.${name}`);
        return ['date', 'total', 'avg_confidence', ...names('by_model'), ...names('by_channel')];
      },
      ({ days }, columns) => days.map((day) => columns.map((column) => cellOf(day, column))),
    ),
});

type NamedColumn = 'by_model' | 'by_channel';

function cellOf(day: InstallDay, column: string) {
  if (column === 'date' || column === 'total' || column === 'avg_confidence') return day[column];
  const [of = '', ...name] = column.split('.');
  return day[of as NamedColumn][name.join('.')] ?? 0;
}

async function readInstallGroups(reader: ScopedReader, request: GroupRequest, dates: readonly string[]) {
  const { country, groupBy, hasFeature } = request;
  const keys = await largestKeys(reader, 'installs', request, [
    { counter: INSTALL_COUNTS, size: 'sum(installs)', isThere: 'sum(installs) <> 0' },
  ]);
  const source = groupSource(INSTALL_COUNTS, groupBy, country, 6);
  const values = groupValues(request, keys);
  const seesFraud = hasFeature('fraud_detection');
  const [days, apps, flagged] = await Promise.all([
    reader.read<DayRow>(statementName('installs', country, groupBy), readDays(source, SHOWN_KEY), values),
    reader.read<AppRow>(statementName('install-apps', country, groupBy), readApps(source, SHOWN_KEY), values),
    seesFraud ? readFlaggedOfGroups(reader, request, keys) : null,
  ]);
  const daysOf = Map.groupBy(days, ({ key }) => key);
  const flaggedOf = Map.groupBy(flagged ?? [], ({ key }) => key);
  // A group is there for its installs, or for flags that rules have raised since.
  const rows = [...apps, ...(flagged ?? []).map(({ key, app_id }) => ({ ...NO_INSTALLS, key, app_id }))];
  return toGroups(
    rows,
    (own, key) => {
      const counted = own.filter(({ total }) => total !== 0);
      return figuresFrom(dates, daysOf.get(key) ?? [], counted, flagged && (flaggedOf.get(key) ?? []));
    },
    ({ days }) => days.reduce((sum, { total }) => sum + total, 0),
  );
}

const NO_INSTALLS = { total: 0, confidence_sum: 0, high_confidence: 0, unscored: 0 };

/** @param flagged null where the plan does not show them. */
function figuresFrom(
  dates: readonly string[],
  rows: readonly DayRow[],
  apps: readonly AppRow[],
  flagged: readonly FlaggedRow[] | null,
): Figures {
  const byDate = new Map(rows.map((row) => [row.date, toDay(row)]));
  const flaggedOf = new Map(flagged?.map((row) => [row.app_id, row.flagged]));
  return {
    days: dates.map((date) => byDate.get(date) ?? emptyDay(date)),
    apps: apps.map(({ app_id, ...counted }) => ({
      app_id,
      ...figuresOf(counted),
      flagged_installs: flagged && (flaggedOf.get(app_id) ?? 0),
    })),
    flagged_installs: flagged?.reduce((sum, row) => sum + row.flagged, 0) ?? null,
  };
}

function figuresOf({ total, confidence_sum, high_confidence, unscored }: Counted) {
  const scored = total - unscored;
  return {
    total,
    avg_confidence: wholeMean(confidence_sum, scored),
    high_confidence_rate_pct: sharePct(high_confidence, scored),
  };
}

function toDay({ date, by_model, by_channel, key: _, ...counted }: DayRow): InstallDay {
  return { date, by_model, by_channel, ...figuresOf(counted) };
}

function emptyDay(date: string): InstallDay {
  return { date, total: 0, by_model: {}, by_channel: {}, avg_confidence: 0, high_confidence_rate_pct: 0 };
}

function namesIn(days: readonly InstallDay[], column: NamedColumn): string[] {
  return [...new Set(days.flatMap((day) => Object.keys(day[column])))].sort();
}
