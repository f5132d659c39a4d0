import type { PoolClient } from 'pg';
import { EVENT_COLUMNS } from './event-columns.ts';
import type { StorableEvent } from './to-storable-event.ts';

const names = Object.keys(EVENT_COLUMNS).join(', ');
const typed = Object.entries(EVENT_COLUMNS).map(([name, type]) => `${name} ${type}`);

/** Sorted by key, as every writer of the table does it: two that insert the same keys then queue up and never deadlock. */
const INSERT_EVENTS = `
  insert into events (${names})
  select ${names} from json_to_recordset($1::json) as event (${typed.join(', ')})
  order by customer_id, app_id, event_id
  on conflict do nothing
  returning app_id, event_id`;

/** What tells one event from all others. */
export function eventKey(appId: string, eventId: string): string {
  return appId + eventId;
}

/** Inserts events whose key is new; answers the keys of those. The events' keys must differ from one another. */
export async function insertEvents(
  client: PoolClient,
  events: readonly StorableEvent[],
): Promise<Set<string>> {
  const { rows } = await client.query<[string, string]>({
    name: 'insert-events',
    text: INSERT_EVENTS,
    values: [`[${events.map(({ row }) => row).join(',')}]`],
    rowMode: 'array',
  });
  return new Set(rows.map(([appId, eventId]) => eventKey(appId, eventId)));
}
