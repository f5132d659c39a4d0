import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { notAvailableYet } from '../not-available-yet.ts';
import { defineResource } from '../resource.ts';

const inCurrency = z.object({
  gross: z.number(),
  refunded: z.number(),
  net: z.number(),
  count: z.int(),
  /** Net of what is tied to a known device. */
  attributed: z.number(),
});

/** Payment totals of a period, never summed across currencies. */
export const revenue = defineResource({
  output: z.object({
    period,
    payment_count: z.int(),
    by_currency: z.record(z.string(), inCurrency),
    /** Null where a provider's records do not share one currency. */
    by_provider: z.record(z.string(), z.number().nullable()),
    by_provider_currency: z.record(z.string(), z.record(z.string(), z.number())),
    attributed_count: z.int(),
    attribution_rate_pct: z.int(),
  }),
  feature: 'roas',
  read: notAvailableYet('revenue'),
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
