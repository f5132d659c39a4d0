import type { InstallCounts } from '@tributary/db/tables';
import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { sharePct, wholeMean } from '../averages.ts';
import { highConfidenceRate } from '../high-confidence-rate.ts';
import { defineResource } from '../resource.ts';
import { sumBy } from '../sum-by.ts';

const READ = `
  select model, channel, sum(installs::float8) as installs, sum(confidence_sum::float8) as confidence_sum,
    sum(high_confidence::float8) as high_confidence, sum(unscored::float8) as unscored
  from install_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by model, channel`;

interface CountRow extends Pick<InstallCounts, 'model' | 'channel'> {
  readonly installs: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
  readonly unscored: number;
}

export const summary = defineResource({
  name: 'summary',
  means:
    'Totals of first installs in a period. Averages and rates leave imported installs out, whose confidence nobody knows, and are 0 of nothing.',
  output: z.object({
    period,
    total_installs: z.int(),
    avg_confidence_score: z.int(),
    high_confidence_rate_pct: highConfidenceRate,
    installs_by_model: z.record(z.string(), z.int()),
    installs_by_channel: z.record(z.string(), z.int()),
  }),
  async read(reader, { period: { from, to } }) {
    const rows = await reader.read<CountRow>('analytics-summary', READ, [from, to]);
    const sum = (column: 'installs' | 'confidence_sum' | 'high_confidence' | 'unscored') =>
      rows.reduce((total, row) => total + row[column], 0);
    const total = sum('installs');
    const scored = total - sum('unscored');
    return {
      period: { from, to },
      total_installs: total,
      avg_confidence_score: wholeMean(sum('confidence_sum'), scored),
      high_confidence_rate_pct: sharePct(sum('high_confidence'), scored),
      installs_by_model: sumBy(
        rows,
        ({ model }) => model,
        ({ installs }) => installs,
      ),
      installs_by_channel: sumBy(
        rows,
        ({ channel }) => channel,
        ({ installs }) => installs,
      ),
    };
  },
  toTable: ({ installs_by_model, installs_by_channel, ...totals }) => ({
    columns: ['metric', 'of', 'value'],
    rows: [
      ['total_installs', '', totals.total_installs],
      ['avg_confidence_score', '', totals.avg_confidence_score],
      ['high_confidence_rate_pct', '', totals.high_confidence_rate_pct],
      ...Object.entries(installs_by_model).map(([model, installs]) => ['installs_by_model', model, installs]),
      ...Object.entries(installs_by_channel).map(([name, installs]) => [
        'installs_by_channel',
        name,
        installs,
      ]),
    ],
  }),
});
