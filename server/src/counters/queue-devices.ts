import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';

/** A device of an app. */
export interface DeviceRef {
  readonly customer_id: string;
  readonly app_id: string;
  readonly device_id: string;
}

const QUEUE = `
  insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_ids)
  values ($1, $2, $3, $4, $5)`;

/**
 * Has the days that these devices were active on looked at, after the caller's transaction: it made something known
 * of them, their install or one of their ids, that those who counted before could not see.
 *
 * @param now Unix ms.
 */
export async function queueDevices(
  client: ClientBase,
  devices: readonly DeviceRef[],
  now: number,
): Promise<void> {
  const unique = [...new Map(devices.map((device) => [device.app_id + device.device_id, device])).values()];
  if (unique.length === 0) return;
  await client.query({
    name: 'queue-devices',
    text: QUEUE,
    values: [
      randomUUID(),
      new Date(now).toISOString(),
      unique.map(({ customer_id }) => customer_id),
      unique.map(({ app_id }) => app_id),
      unique.map(({ device_id }) => device_id),
    ],
  });
}
