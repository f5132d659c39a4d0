import type { InstallCounts } from '@tributary/db/tables';
import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { defineResource } from '../resource.ts';

const READ = `
  select model, channel, sum(installs)::float8 as installs, sum(confidence_sum)::float8 as confidence_sum,
    sum(high_confidence)::float8 as high_confidence
  from install_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by model, channel`;

interface CountRow extends Pick<InstallCounts, 'model' | 'channel'> {
  readonly installs: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
}

/** Totals of first installs in a period. Averages and rates of nothing are 0. */
export const summary = defineResource({
  output: z.object({
    period,
    total_installs: z.int(),
    avg_confidence_score: z.int(),
    high_confidence_rate_pct: z.number(),
    installs_by_model: z.record(z.string(), z.int()),
    installs_by_channel: z.record(z.string(), z.int()),
  }),
  async read(reader, { from, to }) {
    const rows = await reader.read<CountRow>('analytics-summary', READ, [from, to]);
    const sum = (column: 'installs' | 'confidence_sum' | 'high_confidence') =>
      rows.reduce((total, row) => total + row[column], 0);
    const total = sum('installs');
    return {
      period: { from, to },
      total_installs: total,
      avg_confidence_score: total === 0 ? 0 : Math.round(sum('confidence_sum') / total),
      high_confidence_rate_pct: total === 0 ? 0 : Math.round((1000 * sum('high_confidence')) / total) / 10,
      installs_by_model: installsBy(rows, 'model'),
      installs_by_channel: installsBy(rows, 'channel'),
    };
  },
});

function installsBy(rows: readonly CountRow[], column: 'model' | 'channel'): Record<string, number> {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row[column], (totals.get(row[column]) ?? 0) + row.installs);
  return Object.fromEntries([...totals].filter(([, installs]) => installs !== 0).sort());
}
