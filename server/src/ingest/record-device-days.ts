import type { ClientBase } from 'pg';
import type { RecentSet } from '../group-commit/recent-set.ts';
import { type ActiveDay, queueActivity } from './queue-activity.ts';
import { isQueued } from './queue-events.ts';
import type { StorableEvent } from './to-storable-event.ts';

const RECORD_DEVICE_DAYS = `
  insert into device_days (customer_id, app_id, device_key, day)
  select customer_id, app_id, device_key, date '1970-01-01' + day
  from json_to_recordset($1::json) as seen (customer_id uuid, app_id uuid, device_key uuid, day int)
  order by customer_id, app_id, device_key, day
  on conflict do nothing
  returning app_id, device_key, day - date '1970-01-01'`;

/** A click may have been made anywhere, and an uninstall is found out from afar: neither is the app in use. */
const NOT_IN_USE = new Set(['click', 'uninstall']);

/**
 * Records on which days devices were active, and leaves those that are new for the cohorts. Repeats are harmless;
 * `recent` spares the database most of them.
 *
 * @param now Unix ms.
 * @returns the days recorded, to be added to `recent` once they are committed.
 */
export async function recordDeviceDays(
  client: ClientBase,
  events: readonly StorableEvent[],
  recent: RecentSet,
  now: number,
): Promise<string[]> {
  const days = new Map<string, ActiveDay>();
  for (const event of events) {
    const { customerId, appId, deviceKey, day, eventType } = event;
    if (deviceKey === undefined || NOT_IN_USE.has(eventType)) continue;
    const key = dayKey(appId, deviceKey, day);
    if (recent.has(key) || days.has(key)) continue;
    const eventId = event.hasSeveralIds && !isQueued(event) ? event.eventId : null;
    days.set(key, { customerId, appId, deviceKey, day, eventId });
  }
  if (days.size === 0) return [];
  const rows = Array.from(days.values(), ({ customerId, appId, deviceKey, day }) => ({
    customer_id: customerId,
    app_id: appId,
    device_key: deviceKey,
    day,
  }));
  const recorded = await client.query<[string, string, number]>({
    name: 'record-device-days',
    text: RECORD_DEVICE_DAYS,
    values: [JSON.stringify(rows)],
    rowMode: 'array',
  });
  const isNew = new Set(recorded.rows.map((row) => dayKey(...row)));
  await queueActivity(
    client,
    [...days].filter(([key]) => isNew.has(key)).map(([, day]) => day),
    now,
  );
  return [...days.keys()];
}

function dayKey(appId: string, deviceKey: string, day: number): string {
  return `${appId}${deviceKey}${day}`;
}
