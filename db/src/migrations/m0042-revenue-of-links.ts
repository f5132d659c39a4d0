import { Migration } from '@mikro-orm/migrations';

/** Revenue of campaigns is counted by the link of the install that it is credited to, which the facts remember. */
export class M0042RevenueOfLinks extends Migration {
  override name = 'm0042-revenue-of-links';

  override up(): void {
    this.addSql(BY_LINK);
    this.addSql(CREDIT_PAYMENTS);
    this.addSql(CREDIT_PURCHASES);
  }
}

/** Nothing of a key may be null: no link is the nil UUID. Reports go on reading the counters from the index alone. */
const BY_LINK = `
  alter table payments add counted_link_id uuid;
  alter table purchases add counted_link_id uuid;
  alter table campaign_revenue_counts
    add link_id uuid not null default '00000000-0000-0000-0000-000000000000';
  alter table campaign_revenue_counts drop constraint campaign_revenue_counts_pkey;
  alter table campaign_revenue_counts
    add primary key (customer_id, app_id, day, campaign_id, currency, link_id)
    include (in_app, payment, possible_double);
`;

/** The workers credit what campaigns have anew, some hundred a transaction, and so find its links. */
const CREDIT_PAYMENTS = `
  insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
  select gen_random_uuid(), now(), customer_id, array_agg(payment_event_id), '{}', '{}'
  from (
    select customer_id, payment_event_id,
      (row_number() over (partition by customer_id order by payment_event_id) - 1) / 500 as turn
    from payments
    where counted_campaign_id is not null
  ) payment
  group by customer_id, turn;
`;

const CREDIT_PURCHASES = `
  insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
  select gen_random_uuid(), now(), customer_id, '{}', array_agg(app_id), array_agg(event_id)
  from (
    select customer_id, app_id, event_id,
      (row_number() over (partition by customer_id order by app_id, event_id) - 1) / 500 as turn
    from purchases
    where counted_campaign_id is not null
  ) purchase
  group by customer_id, turn;
`;
