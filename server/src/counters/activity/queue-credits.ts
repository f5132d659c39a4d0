import type { ClientBase } from 'pg';
import type { Activity, Source } from './activity-source.ts';

/** Payments and purchases of an account that are to be credited again. */
export interface CreditBatch {
  readonly customer_id: string;
  readonly payment_ids: readonly string[];
  /** Purchases: an app and an event each. */
  readonly app_ids: readonly string[];
  readonly event_ids: readonly string[];
}

const QUEUE = `
  insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
  select gen_random_uuid(), $2, customer_id, payment_ids, app_ids, event_ids
  from json_to_recordset($1::json) as given (customer_id uuid, payment_ids uuid[], app_ids uuid[], event_ids text[])`;

/**
 * Has payments and purchases credited after the caller's transaction: an install or an id of a device that is being
 * committed at the same time cannot be seen from within.
 *
 * @param now Unix ms.
 */
export async function queueCredits(
  client: ClientBase,
  batches: readonly CreditBatch[],
  now: number,
): Promise<void> {
  if (batches.length === 0) return;
  const values = [JSON.stringify(batches), new Date(now).toISOString()];
  await client.query({ name: 'queue-credits', text: QUEUE, values });
}

/** The same of payments, with a batch for each account. */
export async function queuePaymentCredits(
  client: ClientBase,
  payments: readonly { readonly customer_id: string; readonly payment_event_id: string }[],
  now: number,
): Promise<void> {
  const batches = [...Map.groupBy(payments, ({ customer_id }) => customer_id)].map(([customer_id, own]) => ({
    customer_id,
    payment_ids: own.map(({ payment_event_id }) => payment_event_id),
    app_ids: [],
    event_ids: [],
  }));
  await queueCredits(client, batches, now);
}

/** Facts a batch: each is one transaction's work. */
const BATCH = 500;

/** Probes by one column that identifies a device, as in count-activity.ts; `of` is the table that is probed, beside a `device`. */
type OfAccount = (table: string) => string;
const namedBy = (kind: string, ofAccount: OfAccount) => `
  select coalesce(original_id, payment_event_id) as payment_event_id from payments
  where ids.kind = '${kind}' and payments.${kind} = ids.value and payments.app_id = ids.app_id
    and ${ofAccount('payments')}`;

/**
 * A device's facts are the payments that are tied to it, those that name one of its ids or a click that brought it, and
 * its purchases. Most accounts have none of either: that is one look an account.
 */
const queueOfDevicesSql = ({ devices, isOf }: Source) => {
  const ofAccount = (table: string) => isOf(table, 'is not distinct from', 'device');
  return `
  with device as materialized (
    select distinct customer_id, app_id, device_id
    from ${devices.from}
    where ${devices.where}
  ), account as materialized (
    select customer_id,
      exists (select 1 from payments where ${isOf('payments', '=', 'known')}) as has_payments,
      exists (select 1 from purchases where ${isOf('purchases', '=', 'known')}) as has_purchases
    from (select distinct customer_id from device) known
  ), payment as (
    select distinct device.customer_id, fact.payment_event_id
    from device join account using (customer_id)
    cross join lateral (
      select coalesce(original_id, payment_event_id) from payments
      where payments.device_id = device.device_id and ${ofAccount('payments')}
      union all
      select named.payment_event_id from device_ids ids
      cross join lateral (
        ${['gaid', 'android_id', 'user_id'].map((kind) => namedBy(kind, ofAccount)).join(' union all ')}
      ) named
      where ids.device_id = device.device_id and ${ofAccount('ids')}
      union all
      select coalesce(original_id, payment_event_id) from attributions
      join payments on payments.service_click_id = attributions.click_id and ${ofAccount('payments')}
        and payments.app_id = attributions.app_id
      where attributions.device_id = device.device_id and ${ofAccount('attributions')}
        and attributions.click_id is not null
    ) fact (payment_event_id)
    where account.has_payments
  ), purchase as (
    select device.customer_id, fact.app_id, fact.event_id
    from device join account using (customer_id)
    cross join lateral (
      select app_id, event_id from purchases
      where purchases.device_id = device.device_id and ${ofAccount('purchases')} offset 0
    ) fact
    where account.has_purchases
  ), batch (customer_id, payment_ids, app_ids, event_ids) as (
    select customer_id, array_agg(payment_event_id), '{}'::uuid[], '{}'::text[]
    from (select *, (row_number() over (partition by customer_id) - 1) / ${BATCH} as turn from payment) counted
    group by customer_id, turn
    union all
    select customer_id, '{}', array_agg(app_id), array_agg(event_id)
    from (select *, (row_number() over (partition by customer_id) - 1) / ${BATCH} as turn from purchase) counted
    group by customer_id, turn
  )
  insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
  select gen_random_uuid(), $2, customer_id, payment_ids, app_ids, event_ids from batch`;
};

/**
 * Has whatever may be credited to the devices of these batches of activity_queue credited again: an install or an id of
 * theirs was committed with the batch. What is committed later queues itself.
 */
export async function queueCreditsOfDevices(activity: Activity, now: number): Promise<void> {
  await activity.query('queue-credits-of-devices', queueOfDevicesSql, [new Date(now).toISOString()]);
}
