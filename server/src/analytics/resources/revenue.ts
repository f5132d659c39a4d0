import { z } from 'zod';
import { REVENUE_COUNTS } from '../../counters/declared/revenue-counts.ts';
import { period } from '../../counters/period.ts';
import { money, toMoney } from '../../platform/values/money/money.ts';
import { wholeMean } from '../figures/averages.ts';
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

/**
 * A row a currency, and within each a row a provider. Every sum is the database's: its numerics are exact.
 *
 * @param key SQL of the group of a row, null for one group of all.
 */
const readSums = (source: string, key: string) => `
  select key, currency, provider, sum(payments)::float8 as payments,
    sum(attributed_payments)::float8 as attributed_payments, sum(gross)::text as gross,
    sum(refunded)::text as refunded, sum(gross - refunded)::text as net, sum(attributed)::text as attributed
  from (
    select *, ${key} as key from ${source}
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  ) counted
  group by grouping sets ((key, currency), (key, currency, provider))
  having bool_or(payments <> 0 or gross <> 0 or refunded <> 0 or attributed <> 0)
  order by provider, currency`;

interface SumRow extends OfGroup {
  readonly currency: string;
  /** Null for all providers. */
  readonly provider: string | null;
  readonly payments: number;
  readonly attributed_payments: number;
  readonly gross: string;
  readonly refunded: string;
  readonly net: string;
  readonly attributed: string;
}

const inCurrency = z.object({
  gross: money,
  refunded: money,
  net: money,
  count: z.int().describe('Payments, without their reversals.'),
  attributed: money.describe('Net amount that is tied to a known device.'),
});

const totals = z.object({
  payment_count: z.int(),
  by_currency: z.record(z.string(), inCurrency),
  by_provider: z
    .record(z.string(), money.nullable())
    .describe('Net amount by provider; null where a provider’s records do not share one currency.'),
  by_provider_currency: z.record(z.string(), z.record(z.string(), money)),
  attributed_count: z.int(),
  attribution_rate_pct: z
    .int()
    .describe(
      'Share of the payments that are tied to a known device, in percent, to the nearest whole number.',
    ),
});
type Totals = z.output<typeof totals>;

export const revenue = defineResource({
  name: 'revenue',
  means:
    'Payment totals of the days on which payments and reversals arrived, never summed across currencies.',
  output: z.object({
    period,
    ...totals.shape,
    groups: z
      .array(z.object({ ...groupKey, ...totals.shape }))
      .optional()
      .describe(
        'The same of each group of the installs that payments are credited to, the most payments first; only with `group_by`.',
      ),
  }),
  feature: 'roas',
  grouped: true,
  async read(reader, request) {
    const { period, country, groupBy } = request;
    const { from, to } = period;
    const text = readSums(countSource(REVENUE_COUNTS, country, 5), 'null::text');
    const values = [from, to, ...(country === null ? [] : [country])];
    const [rows, groups] = await Promise.all([
      reader.read<SumRow>(statementName('analytics-revenue', country), text, values),
      groupBy && readRevenueGroups(reader, { ...request, groupBy }),
    ]);
    return { period: { from, to }, ...totalsOf(rows), ...(groups && { groups }) };
  },
  toTable: (body) =>
    groupTable<Totals>(
      body,
      () => ['currency', 'gross', 'refunded', 'net', 'count', 'attributed'],
      ({ by_currency }) =>
        Object.entries(by_currency).map(([currency, sums]) => [
          currency,
          sums.gross,
          sums.refunded,
          sums.net,
          sums.count,
          sums.attributed,
        ]),
    ),
});

async function readRevenueGroups(reader: ScopedReader, request: GroupRequest) {
  const { country, groupBy } = request;
  const isThere = 'bool_or(payments <> 0 or gross <> 0 or refunded <> 0 or attributed <> 0)';
  const keys = await largestKeys(reader, 'revenue', request, [
    { counter: REVENUE_COUNTS, size: 'sum(payments)', isThere },
  ]);
  const rows = await reader.read<SumRow>(
    statementName('revenue', country, groupBy),
    readSums(groupSource(REVENUE_COUNTS, groupBy, country, 6), SHOWN_KEY),
    groupValues(request, keys),
  );
  return toGroups(rows, totalsOf, ({ payment_count }) => payment_count);
}

function totalsOf(rows: readonly SumRow[]): Totals {
  const currencies = rows.filter(({ provider }) => provider === null);
  const byProvider = Map.groupBy(
    rows.filter(({ provider }) => provider !== null),
    ({ provider }) => provider ?? '',
  );
  const count = currencies.reduce((sum, { payments }) => sum + payments, 0);
  const attributed = currencies.reduce((sum, { attributed_payments }) => sum + attributed_payments, 0);
  return {
    payment_count: count,
    by_currency: Object.fromEntries(currencies.map((row) => [row.currency, sumsOf(row)])),
    by_provider: mapValues(byProvider, (sums) => {
      const [only, ...others] = sums;
      return only === undefined || others.length > 0 ? null : toMoney(only.net, only.currency);
    }),
    by_provider_currency: mapValues(byProvider, (sums) =>
      Object.fromEntries(sums.map(({ currency, net }) => [currency, toMoney(net, currency)])),
    ),
    attributed_count: attributed,
    attribution_rate_pct: wholeMean(100 * attributed, count),
  };
}

function sumsOf({ currency, gross, refunded, net, payments, attributed }: SumRow) {
  return {
    gross: toMoney(gross, currency),
    refunded: toMoney(refunded, currency),
    net: toMoney(net, currency),
    count: payments,
    attributed: toMoney(attributed, currency),
  };
}

function mapValues<Value, Mapped>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Array.from(map, ([name, value]) => [name, change(value)]));
}
