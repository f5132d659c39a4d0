import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { notAvailableYet } from '../not-available-yet.ts';
import { pageEnd } from '../page.ts';
import { defineResource } from '../resource.ts';
import { tableOf, timeCell } from '../table.ts';

const payment = z.object({
  id: z.uuid(),
  provider: z.string(),
  reference: z.string(),
  event_type: z.enum(['payment', 'refund', 'partial_refund', 'chargeback', 'dispute']),
  amount: z.number(),
  currency: z.string(),
  matched: z.boolean(),
  app_id: z.uuid(),
  campaign_id: z.uuid().nullable(),
  /** Unix ms. */
  received_at: z.int(),
});

const COLUMNS = Object.keys(payment.shape) as (keyof z.output<typeof payment>)[];

/** The payments of a period, the newest first, 500 a page. */
export const payments = defineResource({
  output: z.object({ period, payments: z.array(payment), ...pageEnd }),
  feature: 'roas',
  paged: true,
  read: notAvailableYet('payments'),
  toTable: (body) =>
    tableOf(
      COLUMNS,
      body.payments.map((item) => ({ ...item, received_at: timeCell(item.received_at) })),
    ),
});
