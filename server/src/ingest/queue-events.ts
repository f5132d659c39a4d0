import type { ClientBase } from 'pg';
import type { StorableEvent } from './to-storable-event.ts';

/** Kinds of events that attribution has work with. */
const QUEUED_TYPES = new Set(['install', 'purchase', 'click', 're_engagement']);

/** Whether attribution looks at the event by itself. */
export function isQueued({ eventType }: StorableEvent): boolean {
  return QUEUED_TYPES.has(eventType);
}

const QUEUE_EVENTS = `
  insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
  select customer_id, app_id, event_id, event_type, $2::timestamptz
  from json_to_recordset($1::json) as event (customer_id uuid, app_id uuid, event_id text, event_type text)
  order by customer_id, app_id, event_id
  on conflict do nothing`;

/**
 * Queues the newly stored events that attribution has to look at.
 *
 * @param now Unix ms.
 * @returns how many.
 */
export async function queueEvents(
  client: ClientBase,
  events: readonly StorableEvent[],
  now: number,
): Promise<number> {
  const queued = events.filter(isQueued).map(({ customerId, appId, eventId, eventType }) => ({
    customer_id: customerId,
    app_id: appId,
    event_id: eventId,
    event_type: eventType,
  }));
  if (queued.length === 0) return 0;
  await client.query({
    name: 'queue-events',
    text: QUEUE_EVENTS,
    values: [JSON.stringify(queued), new Date(now).toISOString()],
  });
  return queued.length;
}
