import type { PoolClient } from 'pg';
import { queueCredits } from '../../counters/activity/queue-credits.ts';
import type { Devices } from '../devices/resolve-devices.ts';
import { keyOf, type QueuedEvent } from '../event-queue/queued-event.ts';

const INSERT = `
  insert into purchases (customer_id, app_id, event_id, device_id, occurred_at, amount, currency)
  select customer_id, app_id, event_id, device_id, to_timestamp(occurred_at / 1000.0), amount, currency
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text, device_id uuid,
    occurred_at bigint, amount numeric, currency text)
  order by customer_id, app_id, event_id
  on conflict do nothing`;

/**
 * Stores the purchases among the events, and queues them to be credited after the transaction: the install that a
 * purchase is credited to may be decided later, or by another worker at the same time. A purchase without an amount or
 * a currency cannot be counted.
 *
 * @param now Unix ms.
 */
export async function recordPurchases(
  client: PoolClient,
  events: readonly QueuedEvent[],
  devices: Devices,
  now: number,
): Promise<void> {
  const purchases = events.flatMap((event) => toRow(event, devices));
  if (purchases.length === 0) return;
  await client.query({ name: 'insert-purchases', text: INSERT, values: [JSON.stringify(purchases)] });
  const batches = [...Map.groupBy(purchases, (row) => row.customer_id)].map(([customer_id, own]) => ({
    customer_id,
    payment_ids: [],
    app_ids: own.map(({ app_id }) => app_id),
    event_ids: own.map(({ event_id }) => event_id),
  }));
  await queueCredits(client, batches, now);
}

function toRow(event: QueuedEvent, devices: Devices) {
  const { customer_id, app_id, event_id, event_type, occurred_at, revenue, currency } = event;
  const device_id = devices.get(keyOf(event));
  if (event_type !== 'purchase' || device_id === undefined) return [];
  if (revenue === null || currency === null || !(Number(revenue) > 0)) return [];
  return [{ customer_id, app_id, event_id, device_id, occurred_at, amount: revenue, currency }];
}
