import type { Pool } from 'pg';

/** Deliveries kept per webhook: this many verified ones and this many others. */
const KEPT = 50;

/** For each webhook, the newest delivery to remove is found by the index alone; it and everything older is removed. */
const TRIM = `
  delete from payment_deliveries using (
    select webhook.id, kind.verified, surplus.delivered_at, surplus.delivery_id
    from payment_webhooks webhook
    cross join (values (true), (false)) as kind (verified)
    cross join lateral (
      select delivered_at, delivery_id from payment_deliveries
      where webhook_id = webhook.id and verified = kind.verified
      order by delivered_at desc, delivery_id desc
      offset ${KEPT} limit 1
    ) surplus
  ) trimmed
  where payment_deliveries.webhook_id = trimmed.id and payment_deliveries.verified = trimmed.verified
    and (payment_deliveries.delivered_at, payment_deliveries.delivery_id)
      <= (trimmed.delivered_at, trimmed.delivery_id)`;

const REMOVE_ORPHANS = `
  delete from payment_deliveries
  where not exists (select from payment_webhooks where payment_webhooks.id = payment_deliveries.webhook_id)`;

/** Removes all but the latest deliveries of each webhook, and those of deleted webhooks. */
export async function trimDeliveries(pool: Pool): Promise<void> {
  await pool.query(TRIM);
  await pool.query(REMOVE_ORPHANS);
}
