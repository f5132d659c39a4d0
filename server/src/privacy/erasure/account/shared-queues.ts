import type { ClientBase } from 'pg';

/** A batch of activity may contain many accounts: the entries of the others stay. */
const LEAVE_ACTIVITY = `
  with mine as materialized (
    select batch_id from activity_queue where $1 = any(customer_ids) order by batch_id limit $2 for update
  ), kept as (
    select batch_id, array_agg(customer_id order by place) as customer_ids, array_agg(app_id order by place) as app_ids,
      array_agg(device_key order by place) as device_keys, array_agg(day order by place) as days,
      array_agg(event_id order by place) as event_ids, array_agg(device_id order by place) as device_ids
    from mine join activity_queue using (batch_id)
    cross join unnest(customer_ids, app_ids, device_keys, days, event_ids, device_ids) with ordinality
      as entry (customer_id, app_id, device_key, day, event_id, device_id, place)
    where customer_id <> $1
    group by batch_id
  ), emptied as (
    delete from activity_queue using mine
    where activity_queue.batch_id = mine.batch_id and not exists (select 1 from kept where kept.batch_id = mine.batch_id)
    returning 1
  ), left_to_others as (
    update activity_queue queue set customer_ids = kept.customer_ids, app_ids = kept.app_ids,
      device_keys = case when queue.device_keys is null then null else kept.device_keys end,
      days = case when queue.days is null then null else kept.days end,
      event_ids = case when queue.event_ids is null then null else kept.event_ids end,
      device_ids = case when queue.device_ids is null then null else kept.device_ids end
    from kept where queue.batch_id = kept.batch_id
    returning 1
  )
  select (select count(*) from emptied) + (select count(*) from left_to_others) as changed`;

/** So may a batch of clicks, or of events. */
const leaveCounts = (queue: string) => `
  with mine as materialized (
    select batch_id from ${queue} where deltas::text like '%' || $1::text || '%'
    order by batch_id limit $2 for update
  ), kept as (
    select batch_id, json_agg(delta) as deltas
    from mine join ${queue} using (batch_id) cross join json_array_elements(deltas) as delta
    where delta ->> 'customer_id' <> $1::text
    group by batch_id
  ), emptied as (
    delete from ${queue} using mine
    where ${queue}.batch_id = mine.batch_id and not exists (select 1 from kept where kept.batch_id = mine.batch_id)
    returning 1
  ), left_to_others as (
    update ${queue} queue set deltas = kept.deltas from kept where queue.batch_id = kept.batch_id returning 1
  )
  select (select count(*) from emptied) + (select count(*) from left_to_others) as changed`;

/** Queues whose rows contain several accounts, and how to remove an account from some of those rows. */
export const SHARED_QUEUES = {
  activity_queue: (client: ClientBase, customerId: string, limit: number) =>
    leave(client, LEAVE_ACTIVITY, customerId, limit),
  click_count_queue: (client: ClientBase, customerId: string, limit: number) =>
    leave(client, leaveCounts('click_count_queue'), customerId, limit),
  event_count_queue: (client: ClientBase, customerId: string, limit: number) =>
    leave(client, leaveCounts('event_count_queue'), customerId, limit),
};

async function leave(client: ClientBase, text: string, customerId: string, limit: number): Promise<number> {
  const { rows } = await client.query<{ changed: string }>(text, [customerId, limit]);
  return Number(rows[0]?.changed ?? 0);
}
