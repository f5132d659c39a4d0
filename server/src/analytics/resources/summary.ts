import { z } from 'zod';
import { INSTALL_COUNTS } from '../../counters/declared/install-counts.ts';
import { period } from '../../counters/period.ts';
import { sharePct, wholeMean } from '../figures/averages.ts';
import { highConfidenceRate } from '../figures/high-confidence-rate.ts';
import { sumBy } from '../figures/sum-by.ts';
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

const SUMS = `sum(installs::float8) as installs, sum(confidence_sum::float8) as confidence_sum,
    sum(high_confidence::float8) as high_confidence, sum(unscored::float8) as unscored`;

const read = (source: string) => `
  select model, channel, ${SUMS}
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by model, channel`;

const readGroups = (source: string) => `
  select ${SHOWN_KEY} as key, model, channel, ${SUMS}
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by 1, model, channel
  having sum(installs) <> 0`;

interface CountRow {
  readonly model: string;
  readonly channel: string;
  readonly installs: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
  readonly unscored: number;
}

const totals = z.object({
  total_installs: z.int(),
  avg_confidence_score: z.int(),
  high_confidence_rate_pct: highConfidenceRate,
  installs_by_model: z.record(z.string(), z.int()),
  installs_by_channel: z.record(z.string(), z.int()),
});
type Totals = z.output<typeof totals>;

export const summary = defineResource({
  name: 'summary',
  means:
    'Totals of first installs in a period. Averages and rates leave imported installs out, whose confidence nobody knows, and are 0 of nothing.',
  output: z.object({
    period,
    ...totals.shape,
    groups: z
      .array(z.object({ ...groupKey, ...totals.shape }))
      .optional()
      .describe('The same of each group, the most installs first; only with `group_by`.'),
  }),
  grouped: true,
  async read(reader, request) {
    const { period, country, groupBy } = request;
    const { from, to } = period;
    const text = read(countSource(INSTALL_COUNTS, country, 5));
    const values = [from, to, ...(country === null ? [] : [country])];
    const [rows, groups] = await Promise.all([
      reader.read<CountRow>(statementName('analytics-summary', country), text, values),
      groupBy && readSummaryGroups(reader, { ...request, groupBy }),
    ]);
    return { period: { from, to }, ...totalsOf(rows), ...(groups && { groups }) };
  },
  toTable: (body) =>
    groupTable<Totals>(
      body,
      () => ['metric', 'of', 'value'],
      ({ installs_by_model, installs_by_channel, ...totals }) => [
        ['total_installs', '', totals.total_installs],
        ['avg_confidence_score', '', totals.avg_confidence_score],
        ['high_confidence_rate_pct', '', totals.high_confidence_rate_pct],
        ...Object.entries(installs_by_model).map(([name, n]) => ['installs_by_model', name, n]),
        ...Object.entries(installs_by_channel).map(([name, n]) => ['installs_by_channel', name, n]),
      ],
    ),
});

async function readSummaryGroups(reader: ScopedReader, request: GroupRequest) {
  const { country, groupBy } = request;
  const keys = await largestKeys(reader, 'summary', request, [
    { counter: INSTALL_COUNTS, size: 'sum(installs)', isThere: 'sum(installs) <> 0' },
  ]);
  const rows = await reader.read<CountRow & OfGroup>(
    statementName('summary', country, groupBy),
    readGroups(groupSource(INSTALL_COUNTS, groupBy, country, 6)),
    groupValues(request, keys),
  );
  return toGroups(rows, totalsOf, ({ total_installs }) => total_installs);
}

function totalsOf(rows: readonly CountRow[]): Totals {
  const sum = (column: 'installs' | 'confidence_sum' | 'high_confidence' | 'unscored') =>
    rows.reduce((total, row) => total + row[column], 0);
  const total = sum('installs');
  const scored = total - sum('unscored');
  const by = (name: 'model' | 'channel') =>
    sumBy(
      rows,
      (row) => row[name],
      ({ installs }) => installs,
    );
  return {
    total_installs: total,
    avg_confidence_score: wholeMean(sum('confidence_sum'), scored),
    high_confidence_rate_pct: sharePct(sum('high_confidence'), scored),
    installs_by_model: by('model'),
    installs_by_channel: by('channel'),
  };
}
