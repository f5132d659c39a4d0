import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { wholeMean } from '../averages.ts';
import { listDays } from '../list-days.ts';
import { defineResource } from '../resource.ts';

/**
 * A row a day, its parts already put together: a year is thousands of counts, and the process that would take them
 * apart is the one that takes events in. Sums of float8 are exact below 2^53, and cheaper than numeric ones.
 */
const READ = `
  with counted as (
    select day, model, channel, sum(installs::float8) as installs, sum(confidence_sum::float8) as confidence_sum,
      sum(unscored::float8) as unscored
    from install_counts
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
    group by day, model, channel
  ), part as (
    select day, model, channel, sum(installs) as installs, sum(confidence_sum) as confidence_sum,
      sum(unscored) as unscored
    from counted
    group by grouping sets ((day), (day, model), (day, channel))
  )
  select to_char(day, 'YYYY-MM-DD') as date,
    max(installs) filter (where model is null and channel is null) as total,
    max(confidence_sum) filter (where model is null and channel is null) as confidence_sum,
    max(unscored) filter (where model is null and channel is null) as unscored,
    json_object_agg(model, installs) filter (where model is not null) as by_model,
    json_object_agg(channel, installs) filter (where channel is not null) as by_channel
  from part
  group by day`;

interface DayRow extends Omit<InstallDay, 'avg_confidence'> {
  readonly confidence_sum: number;
  readonly unscored: number;
}

const installDay = z.object({
  date: z.iso.date(),
  total: z.int(),
  by_model: z.record(z.string(), z.int()),
  by_channel: z.record(z.string(), z.int()),
  avg_confidence: z.int(),
});
type InstallDay = z.output<typeof installDay>;

export const installs = defineResource({
  name: 'installs',
  means: 'First installs of every day of a period, days without any included.',
  output: z.object({ period, days: z.array(installDay) }),
  async read(reader, { period: { from, to } }) {
    const dates = listDays({ from, to });
    const rows = await reader.read<DayRow>('analytics-installs', READ, [from, to]);
    const byDate = new Map(rows.map((row) => [row.date, toDay(row)]));
    const days = dates.map((date) => byDate.get(date) ?? emptyDay(date));
    return { period: { from, to }, days };
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

function toDay({ confidence_sum, unscored, ...day }: DayRow): InstallDay {
  return { ...day, avg_confidence: wholeMean(confidence_sum, day.total - unscored) };
}

function emptyDay(date: string): InstallDay {
  return { date, total: 0, by_model: {}, by_channel: {}, avg_confidence: 0 };
}

function namesIn(days: readonly InstallDay[], column: 'by_model' | 'by_channel'): string[] {
  return [...new Set(days.flatMap((day) => Object.keys(day[column])))].sort();
}
