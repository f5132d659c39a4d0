import { Migration } from '@mikro-orm/migrations';

/**
 * The workers credit what is tied to a device anew, some hundred a transaction, and so find its groups. What they have
 * not come by yet is counted under no country.
 */
export class M0075CreditGroups extends Migration {
  override name = 'm0075-credit-groups';

  override up(): void {
    this.addSql(CREDIT_PAYMENTS);
    this.addSql(CREDIT_PURCHASES);
  }
}

const CREDIT_PAYMENTS = `
  insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
  select gen_random_uuid(), now(), customer_id, array_agg(payment_event_id), '{}', '{}'
  from (
    select customer_id, payment_event_id,
      (row_number() over (partition by customer_id order by payment_event_id) - 1) / 500 as turn
    from payments
    where device_id is not null and counted_day is not null
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
