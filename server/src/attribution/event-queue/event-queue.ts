import type { PoolClient } from 'pg';
import { lockRows } from '../../platform/jobs/claim-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import type { ClaimedEvent, EventKey } from './queued-event.ts';

/**
 * Claims of due events: nothing that came after events whose ids wait to be learnt, or with them (activity-source.ts), as it
 * may need to know those.
 */
export const EVENT_CLAIMS = lockRows<ClaimedEvent>({
  queue: QUEUES.event_queue,
  columns: 'customer_id, app_id, event_id, extract(epoch from due_at)::float8 * 1000 as due_at',
  which: `due_at < coalesce((select min(due_at) from activity_queue where event_ids is not null), 'infinity')`,
  named: 'events',
});

const REMOVE = `
  delete from event_queue using json_to_recordset($1::json)
    as given (customer_id uuid, app_id uuid, event_id text)
  where event_queue.customer_id = given.customer_id and event_queue.app_id = given.app_id
    and event_queue.event_id = given.event_id`;

/** Removes events that are processed, in the transaction that processed them. */
export async function removeFromQueue(client: PoolClient, keys: readonly EventKey[]): Promise<void> {
  await client.query({ name: 'remove-events', text: REMOVE, values: [JSON.stringify(keys)] });
}
