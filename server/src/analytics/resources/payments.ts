import { z } from 'zod';
import { period } from '../../counters/period.ts';
import { money, toMoney } from '../../platform/values/money/money.ts';
import { statementName } from '../groups/count-source.ts';
import { countryValue, isOfCountry } from '../groups/country-argument.ts';
import { endPage, keyTime, type PagedRow, pageEnd, unixMs } from '../page.ts';
import { defineResource } from '../resource.ts';
import { tableOf, timeCell } from '../table.ts';

const LIMIT = 500;

/** Each app's newest by its index alone, then the newest of all of them; only those are written out. */
const read = (country: string | null) => `
  select page.payment_event_id as id, page.provider, page.reference, page.event_type, page.amount::text as amount,
    page.currency, page.device_id is not null as matched, page.app_id, page.campaign_id,
    ${unixMs('page.received_at')} as received_at, ${keyTime('page.received_at')} as page_at
  from (
    select newest.*
    from unnest($2::uuid[]) as wanted (app_id)
    cross join lateral (
      select * from payments
      where customer_id = $1 and payments.app_id = wanted.app_id
        and received_at >= $3::date::timestamp at time zone 'UTC'
        and received_at < ($4::date + 1)::timestamp at time zone 'UTC'
        and (received_at, payment_event_id) < ($5::timestamptz, $6::uuid)
        ${isOfCountry('counted_country', country, 7)}
      order by received_at desc, payment_event_id desc
      limit ${LIMIT + 1}
    ) newest
    order by newest.received_at desc, newest.payment_event_id desc
    limit ${LIMIT + 1}
  ) page
  order by page.received_at desc, page.payment_event_id desc`;

const payment = z.object({
  id: z.uuid(),
  provider: z.string(),
  reference: z.string(),
  event_type: z
    .enum(['payment', 'refund', 'partial_refund', 'chargeback', 'dispute', 'reinstated'])
    .describe('`reinstated`: money that was given back came back, so that `refunded` is lower.'),
  amount: money,
  currency: z
    .string()
    .nullable()
    .describe('ISO 4217; null for a reversal that names none, until its payment arrives.'),
  matched: z.boolean().describe('Whether it is tied to a known device.'),
  app_id: z.uuid(),
  campaign_id: z.uuid().nullable().describe('The campaign that it is credited to.'),
  received_at: z.int(),
});
type PaymentItem = z.output<typeof payment>;

interface PaymentRow extends Omit<PaymentItem, 'amount'>, PagedRow {
  readonly amount: string;
}

const COLUMNS = Object.keys(payment.shape) as (keyof PaymentItem)[];

export const payments = defineResource({
  name: 'payments',
  means: 'The payments and reversals that arrived in a period, the newest first, 500 a page.',
  output: z.object({ period, payments: z.array(payment), ...pageEnd }),
  feature: 'roas',
  paged: true,
  async read(reader, { period: { from, to }, after, country }) {
    const values = [from, to, after.at, after.id, ...countryValue(country)];
    const name = statementName('analytics-payments', country);
    const rows = await reader.read<PaymentRow>(name, read(country), values);
    const { page, end } = endPage('payments', rows, LIMIT, ({ id }) => id);
    return { period: { from, to }, payments: page.map(toItem), ...end };
  },
  toTable: ({ payments }) =>
    tableOf(
      COLUMNS,
      payments.map((item) => ({ ...item, received_at: timeCell(item.received_at) })),
    ),
});

function toItem({ page_at: _, ...row }: PaymentRow): PaymentItem {
  return { ...row, amount: toMoney(row.amount, row.currency) };
}
