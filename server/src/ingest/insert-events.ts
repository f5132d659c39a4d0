import type { ClientBase } from 'pg';
import { ROW_MEMBERS } from './event-columns.ts';
import type { StorableEvent } from './to-storable-event.ts';

const members = Object.entries(ROW_MEMBERS).map(([name, type]) => `${name} ${type}`);
const columns = Object.keys(ROW_MEMBERS).map((name) => name.replace(/_at_ms$/, '_at'));
const values = Object.keys(ROW_MEMBERS).map((name) =>
  name.endsWith('_at_ms') ? `to_timestamp(${name} / 1000)` : name,
);

/**
 * Sorted by key, as every writer of the table does it: two that insert the same keys then queue up and never deadlock.
 * As a rule all events are new, and one number says so; only otherwise the keys of the new ones are told.
 */
const INSERT_EVENTS = `
  with inserted as (
    insert into events (${columns.join(', ')})
    select ${values.join(', ')} from json_to_recordset($1::json) as event (${members.join(', ')})
    order by customer_id, app_id, event_id
    on conflict do nothing
    returning app_id, event_id)
  select case when count(*) < $2::int then coalesce(json_agg(app_id || event_id), '[]') end as keys from inserted`;

/** Inserts events whose key is new and answers those. The events' keys must differ from one another. */
export async function insertEvents(
  client: ClientBase,
  events: readonly StorableEvent[],
): Promise<readonly StorableEvent[]> {
  const { rows } = await client.query<[string[] | null]>({
    name: 'insert-events',
    text: INSERT_EVENTS,
    values: [rowsText(events), events.length],
    rowMode: 'array',
  });
  const keys = rows[0]?.[0];
  if (keys == null) return events;
  const inserted = new Set(keys);
  return events.filter(({ key }) => inserted.has(key));
}

/** One flat string: brackets put around a joined one would have it copied once more. */
function rowsText(events: readonly StorableEvent[]): string {
  const last = events.length - 1;
  return events.map(({ row }, at) => (at === 0 ? '[' : '') + row + (at === last ? ']' : '')).join(',');
}
