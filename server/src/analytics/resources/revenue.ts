import { z } from 'zod';
import { money, toMoney } from '../../money/money.ts';
import { period } from '../../rollups/period.ts';
import { wholeMean } from '../averages.ts';
import { defineResource } from '../resource.ts';

/** A row a currency, and within each a row a provider. Every sum is the database's: its numerics are exact. */
const READ = `
  select currency, provider, sum(payments)::float8 as payments, sum(attributed_payments)::float8 as attributed_payments,
    sum(gross)::text as gross, sum(refunded)::text as refunded, sum(gross - refunded)::text as net,
    sum(attributed)::text as attributed
  from revenue_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by grouping sets ((currency), (currency, provider))
  having bool_or(payments <> 0 or gross <> 0 or refunded <> 0 or attributed <> 0)
  order by provider, currency`;

interface SumRow {
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

export const revenue = defineResource({
  name: 'revenue',
  means:
    'Payment totals of the days on which payments and reversals arrived, never summed across currencies.',
  output: z.object({
    period,
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
  }),
  feature: 'roas',
  async read(reader, { period: { from, to } }) {
    const rows = await reader.read<SumRow>('analytics-revenue', READ, [from, to]);
    const currencies = rows.filter(({ provider }) => provider === null);
    const byProvider = Map.groupBy(
      rows.filter(({ provider }) => provider !== null),
      ({ provider }) => provider ?? '',
    );
    const count = currencies.reduce((sum, { payments }) => sum + payments, 0);
    const attributed = currencies.reduce((sum, { attributed_payments }) => sum + attributed_payments, 0);
    return {
      period: { from, to },
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
  },
  toTable: ({ by_currency }) => ({
    columns: ['currency', 'gross', 'refunded', 'net', 'count', 'attributed'],
    rows: Object.entries(by_currency).map(([currency, sums]) => [
      currency,
      sums.gross,
      sums.refunded,
      sums.net,
      sums.count,
      sums.attributed,
    ]),
  }),
});

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
