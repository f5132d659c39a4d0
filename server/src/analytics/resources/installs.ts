import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { sharePct, wholeMean } from '../averages.ts';
import { highConfidenceRate } from '../high-confidence-rate.ts';
import { listDays } from '../list-days.ts';
import { defineResource } from '../resource.ts';

/**
 * A row a day, its parts already put together: a year is thousands of counts, and the process that would take them
 * apart is the one that takes events in. Sums of float8 are exact below 2^53, and cheaper than numeric ones.
 */
const READ = `
  with counted as (
    select day, model, channel, sum(installs::float8) as installs, sum(confidence_sum::float8) as confidence_sum,
      sum(high_confidence::float8) as high_confidence, sum(unscored::float8) as unscored
    from install_counts
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
    group by day, model, channel
  ), part as (
    select day, model, channel, sum(installs) as installs, sum(confidence_sum) as confidence_sum,
      sum(high_confidence) as high_confidence, sum(unscored) as unscored
    from counted
    group by grouping sets ((day), (day, model), (day, channel))
  )
  select to_char(day, 'YYYY-MM-DD') as date,
    max(installs) filter (where model is null and channel is null) as total,
    max(confidence_sum) filter (where model is null and channel is null) as confidence_sum,
    max(high_confidence) filter (where model is null and channel is null) as high_confidence,
    max(unscored) filter (where model is null and channel is null) as unscored,
    json_object_agg(model, installs) filter (where model is not null) as by_model,
    json_object_agg(channel, installs) filter (where channel is not null) as by_channel
  from part
  group by day`;

const READ_APPS = `
  select app_id, sum(installs::float8) as total, sum(confidence_sum::float8) as confidence_sum,
    sum(high_confidence::float8) as high_confidence, sum(unscored::float8) as unscored
  from install_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by app_id
  having sum(installs) <> 0
  order by app_id`;

/** Flags are few, and read from their index by when they were raised, as the report on fraud is. */
const READ_FLAGGED = `
  select app_id, count(distinct install_id)::float8 as flagged
  from fraud_flags
  where customer_id = $1 and app_id = any($2::uuid[])
    and flagged_at >= $3::date::timestamp at time zone 'UTC'
    and flagged_at < ($4::date + 1)::timestamp at time zone 'UTC'
  group by app_id`;

interface Counted {
  readonly total: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
  readonly unscored: number;
}
type DayRow = Counted & Pick<InstallDay, 'date' | 'by_model' | 'by_channel'>;
type AppRow = Counted & { readonly app_id: string };
interface FlaggedRow {
  readonly app_id: string;
  readonly flagged: number;
}

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

export const installs = defineResource({
  name: 'installs',
  means:
    'First installs of every day of a period, days without any included, then of each app that has some, and how many installs were flagged.',
  output: z.object({
    period,
    days: z.array(installDay),
    apps: z.array(installsOfApp),
    flagged_installs: flaggedInstalls,
  }),
  async read(reader, { period: { from, to }, hasFeature }) {
    const dates = listDays({ from, to });
    const seesFraud = hasFeature('fraud_detection');
    const [rows, apps, flagged] = await Promise.all([
      reader.read<DayRow>('analytics-installs', READ, [from, to]),
      reader.read<AppRow>('analytics-install-apps', READ_APPS, [from, to]),
      seesFraud ? reader.read<FlaggedRow>('analytics-flagged', READ_FLAGGED, [from, to]) : [],
    ]);
    const byDate = new Map(rows.map((row) => [row.date, toDay(row)]));
    const flaggedOf = new Map(flagged.map((row) => [row.app_id, row.flagged]));
    return {
      period: { from, to },
      days: dates.map((date) => byDate.get(date) ?? emptyDay(date)),
      apps: apps.map(({ app_id, ...counted }) => ({
        app_id,
        ...figuresOf(counted),
        flagged_installs: seesFraud ? (flaggedOf.get(app_id) ?? 0) : null,
      })),
      flagged_installs: seesFraud ? flagged.reduce((sum, row) => sum + row.flagged, 0) : null,
    };
  },
  toTable({ days }) {
    const models = namesIn(days, 'by_model');
    const channels = namesIn(days, 'by_channel');
    return {
      columns: [
        'date',
        'total',
        'avg_confidence',
        ...models.map((name) => `by_model.${name}`),
        ...channels.map((name) => `by_channel.${name}`),
      ],
      rows: days.map((day) => [
        day.date,
        day.total,
        day.avg_confidence,
        ...models.map((name) => day.by_model[name] ?? 0),
        ...channels.map((name) => day.by_channel[name] ?? 0),
      ]),
    };
  },
});

function figuresOf({ total, confidence_sum, high_confidence, unscored }: Counted) {
  const scored = total - unscored;
  return {
    total,
    avg_confidence: wholeMean(confidence_sum, scored),
    high_confidence_rate_pct: sharePct(high_confidence, scored),
  };
}

function toDay({ date, by_model, by_channel, ...counted }: DayRow): InstallDay {
  return { date, by_model, by_channel, ...figuresOf(counted) };
}

function emptyDay(date: string): InstallDay {
  return { date, total: 0, by_model: {}, by_channel: {}, avg_confidence: 0, high_confidence_rate_pct: 0 };
}

function namesIn(days: readonly InstallDay[], column: 'by_model' | 'by_channel'): string[] {
  return [...new Set(days.flatMap((day) => Object.keys(day[column])))].sort();
}
