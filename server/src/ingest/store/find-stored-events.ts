import { eventHashSql } from '@tributary/db/functions/event-hash-sql';
import type { ClientBase, Pool } from 'pg';
import type { StorableEvent } from '../row/to-storable-event.ts';

const FIND_STORED = `
  select stored.app_id || stored.event_id
  from json_to_recordset($1::json) as asked (customer_id uuid, app_id uuid, event_id text)
  join events stored using (customer_id, app_id, event_id)
  union all
  select asked.app_id || asked.event_id
  from json_to_recordset($1::json) as asked (customer_id uuid, app_id uuid, event_id text)
  join forgotten_events using (customer_id)
  where event_hash = ${eventHashSql('asked')}`;

/** The keys of those events that are already stored, or were until their rows went. */
export async function findStoredEvents(
  client: Pool | ClientBase,
  events: readonly StorableEvent[],
): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const asked = events.map(({ customerId, appId, eventId }) => ({
    customer_id: customerId,
    app_id: appId,
    event_id: eventId,
  }));
  const { rows } = await client.query<[string]>({
    name: 'find-stored-events',
    text: FIND_STORED,
    values: [JSON.stringify(asked)],
    rowMode: 'array',
  });
  return new Set(rows.map(([key]) => key));
}
