import type { ClientBase } from 'pg';
import type { DeviceRef } from '../../../counters/queue-devices.ts';

/** The mark outlives the device that the id was first known by: counting does not start anew. */
const LEAVE = `
  update device_ids set device_id = gen_random_uuid(), first_seen_at = shared_since, imported = false
  where customer_id = $1 and app_id = $2 and device_id = $3 and shared_since is not null`;

/** Leaves of a device's ids those that many phones share, known for no device any more. */
export async function leaveSharedIds(
  client: ClientBase,
  { customer_id, app_id, device_id }: DeviceRef,
): Promise<void> {
  await client.query(LEAVE, [customer_id, app_id, device_id]);
}
