import type { ClientBase } from 'pg';
import { added, addToCounters } from '../add-to-counters.ts';
import { EVENT_DEVICE_COUNTS } from '../declared/event-device-counts.ts';
import { removeEventDevices } from './event-device-changes.ts';
import type { EventGroup } from './event-group.ts';
import { lockEventCounts } from './find-kinds.ts';

/** A key of a device in one of the account's apps. */
export interface DeviceOfApp {
  readonly app_id: string;
  readonly device_key: string;
}

/** Those being counted are waited for, and then gone from here. */
const WAITING = `
  select queued_at::text, batch_id, deltas from event_count_queue
  where exists (select 1 from unnest($1::text[]) as key where position(key in deltas::text) > 0)
  order by event_count_queue.queued_at, batch_id
  for update`;

const KEEP_WAITING =
  'update event_count_queue set deltas = $3 where queued_at = $1::timestamptz and batch_id = $2';

/**
 * Takes devices out of the counters, in the transaction that erases their events: both what is counted of them, and what
 * waits to be. How many events there were is for the caller to queue: sums can be taken back before they are added.
 */
export async function takeDevicesBack(
  client: ClientBase,
  customerId: string,
  devices: readonly DeviceOfApp[],
): Promise<void> {
  if (devices.length === 0) return;
  const gone = new Set(devices.map(({ app_id, device_key }) => app_id + device_key));
  const { rows } = await client.query<{ queued_at: string; batch_id: string; deltas: EventGroup[] }>(
    WAITING,
    [[...new Set(devices.map(({ device_key }) => device_key))]],
  );
  for (const { queued_at, batch_id, deltas } of rows) {
    const kept = deltas.map((group) => ({
      ...group,
      device_keys: group.device_keys.filter((key) => !gone.has(group.app_id + key)),
    }));
    await client.query(KEEP_WAITING, [queued_at, batch_id, JSON.stringify(kept)]);
  }
  await lockEventCounts(
    client,
    devices.map(({ app_id }) => ({ customer_id: customerId, app_id })),
  );
  const removed = await removeEventDevices(client, customerId, devices);
  await addToCounters(client, [added(EVENT_DEVICE_COUNTS, removed)]);
}
