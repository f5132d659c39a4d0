import { NOT_IN_USE_EVENT_TYPES } from '@tributary/db/events/event-types';
import type { ClientBase } from 'pg';
import { utcDay } from '../../counters/utc-day.ts';
import type { ImportedEvent } from './to-event.ts';

/** In the order in which ingest inserts the same days. */
const INSERT = `
  insert into device_days (customer_id, app_id, device_key, day)
  select distinct customer_id, app_id, device_key, day
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, device_key uuid, day date)
  order by customer_id, app_id, device_key, day
  on conflict do nothing`;

const NOT_IN_USE: ReadonlySet<string> = new Set(NOT_IN_USE_EVENT_TYPES);

/** Records the days on which imported events show their devices to be active. */
export async function recordDays(client: ClientBase, events: readonly ImportedEvent[]): Promise<void> {
  const days = events.flatMap(({ customer_id, app_id, device_key, event_type, occurred_at }) => {
    if (device_key === null || NOT_IN_USE.has(event_type)) return [];
    return [{ customer_id, app_id, device_key, day: utcDay(occurred_at) }];
  });
  if (days.length === 0) return;
  await client.query({ name: 'record-imported-days', text: INSERT, values: [JSON.stringify(days)] });
}
