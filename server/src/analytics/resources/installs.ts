import type { InstallCounts } from '@tributary/db/tables';
import { z } from 'zod';
import { daysOf, period } from '../../rollups/period.ts';
import { wholeMean } from '../averages.ts';
import { defineResource } from '../resource.ts';
import { sumBy } from '../sum-by.ts';

const READ = `
  select to_char(day, 'YYYY-MM-DD') as date, model, channel, sum(installs)::float8 as installs,
    sum(confidence_sum)::float8 as confidence_sum
  from install_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by day, model, channel`;

interface CountRow extends Pick<InstallCounts, 'model' | 'channel'> {
  readonly date: string;
  readonly installs: number;
  readonly confidence_sum: number;
}

const installDay = z.object({
  date: z.iso.date(),
  total: z.int(),
  by_model: z.record(z.string(), z.int()),
  by_channel: z.record(z.string(), z.int()),
  avg_confidence: z.int(),
});
type InstallDay = z.output<typeof installDay>;

/** First installs of every day of a period, days without any included. */
export const installs = defineResource({
  output: z.object({ period, days: z.array(installDay) }),
  async read(reader, { period: { from, to } }) {
    const rows = await reader.read<CountRow>('analytics-installs', READ, [from, to]);
    const byDate = Map.groupBy(rows, ({ date }) => date);
    const days = daysOf({ from, to }).map((date) => toDay(date, byDate.get(date) ?? []));
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

function toDay(date: string, rows: readonly CountRow[]): InstallDay {
  const installsOf = (row: CountRow) => row.installs;
  const total = rows.reduce((sum, row) => sum + row.installs, 0);
  const confidence = rows.reduce((sum, row) => sum + row.confidence_sum, 0);
  return {
    date,
    total,
    by_model: sumBy(rows, ({ model }) => model, installsOf),
    by_channel: sumBy(rows, ({ channel }) => channel, installsOf),
    avg_confidence: wholeMean(confidence, total),
  };
}

function namesIn(days: readonly InstallDay[], column: 'by_model' | 'by_channel'): string[] {
  return [...new Set(days.flatMap((day) => Object.keys(day[column])))].sort();
}
