import type { ClientBase } from 'pg';
import type { RecentSet } from '../group-commit/recent-set.ts';
import type { StorableEvent } from './to-storable-event.ts';

const RECORD_DEVICE_DAYS = `
  insert into device_days (customer_id, app_id, device_key, day)
  select customer_id, app_id, device_key, date '1970-01-01' + day
  from json_to_recordset($1::json) as seen (customer_id uuid, app_id uuid, device_key uuid, day int)
  order by customer_id, app_id, device_key, day
  on conflict do nothing`;

/**
 * Records on which days devices were active. Repeats are harmless; `recent` spares the database most of them.
 *
 * @returns the days recorded, to be added to `recent` once they are committed.
 */
export async function recordDeviceDays(
  client: ClientBase,
  events: readonly StorableEvent[],
  recent: RecentSet,
): Promise<string[]> {
  const days = new Map<string, object>();
  for (const { customerId, appId, deviceKey, day } of events) {
    if (deviceKey === undefined) continue;
    const key = `${appId}${deviceKey}${day}`;
    if (recent.has(key) || days.has(key)) continue;
    days.set(key, { customer_id: customerId, app_id: appId, device_key: deviceKey, day });
  }
  if (days.size === 0) return [];
  await client.query({
    name: 'record-device-days',
    text: RECORD_DEVICE_DAYS,
    values: [JSON.stringify([...days.values()])],
  });
  return [...days.keys()];
}
