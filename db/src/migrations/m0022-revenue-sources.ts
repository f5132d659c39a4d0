import { Migration } from '@mikro-orm/migrations';

/** Which revenue of an app counts in totals, and what may be counted twice: an order sent as a purchase and as a payment. */
export class M0022RevenueSources extends Migration {
  override name = 'm0022-revenue-sources';

  override up(): void {
    this.addSql(SOURCE);
    this.addSql(POSSIBLE_DOUBLE);
    this.addSql(PAIR_WHAT_IS_THERE);
  }
}

const SOURCE = `
  alter table apps add revenue_source text not null default 'both'
    check (revenue_source in ('both', 'payments', 'events'));
`;

/** Reports go on reading the counters from their key's index alone. */
const POSSIBLE_DOUBLE = `
  alter table payments add counted_double boolean not null default false;
  alter table campaign_revenue_counts add possible_double numeric not null default 0;
  alter table campaign_revenue_counts drop constraint campaign_revenue_counts_pkey;
  alter table campaign_revenue_counts add primary key (customer_id, app_id, day, campaign_id, currency)
    include (in_app, payment, possible_double);
`;

/** The workers pair the payments of devices that have purchases, some hundred a transaction. */
const PAIR_WHAT_IS_THERE = `
  insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
  select gen_random_uuid(), now(), customer_id, array_agg(payment_event_id), '{}', '{}'
  from (
    select customer_id, payment_event_id,
      (row_number() over (partition by customer_id order by device_id, payment_event_id) - 1) / 500 as turn
    from payments
    where key_type = 'payment' and exists (
      select from purchases
      where purchases.customer_id = payments.customer_id and purchases.device_id = payments.device_id
        and purchases.currency = payments.currency and purchases.amount = payments.amount)
  ) payment
  group by customer_id, turn;
`;
