import { eventHashSql } from '@tributary/db/functions/event-hash-sql';
import type { ClientBase, Pool } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { StorableEvent } from '../row/to-storable-event.ts';

const FIND_STORED = `
  select stored.app_id || stored.event_id as key
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text)
  join events stored on stored.customer_id = given.customer_id and stored.app_id = given.app_id
    and stored.event_id = given.event_id
  union all
  select given.app_id || given.event_id
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text)
  join forgotten_events on forgotten_events.customer_id = given.customer_id
  where event_hash = ${eventHashSql('given')}`;

/** The keys of those events that are already stored, or were until their rows went. */
export async function findStoredEvents(
  client: Pool | ClientBase,
  events: readonly StorableEvent[],
): Promise<Set<string>> {
  const asked = events.map(({ customerId, appId, eventId }) => ({
    customer_id: customerId,
    app_id: appId,
    event_id: eventId,
  }));
  const statement = { name: 'find-stored-events', text: FIND_STORED };
  const rows = await queryGiven<{ key: string }>(client, statement, asked);
  return new Set(rows.map(({ key }) => key));
}
