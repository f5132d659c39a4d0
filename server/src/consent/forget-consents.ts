import type { ClientBase } from 'pg';

const FORGET = `
  with known as (
    select customer_id, device_key, app_id from device_consents
    where customer_id = $1 and device_key = any($2::uuid[])
    order by customer_id, device_key, app_id
    for update
  )
  delete from device_consents using known
  where device_consents.customer_id = known.customer_id and device_consents.device_key = known.device_key
    and device_consents.app_id = known.app_id`;

/** Forgets what was stated with ids of a device, by their keys; returns how many rows. */
export async function forgetConsents(
  client: ClientBase,
  customerId: string,
  deviceKeys: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(FORGET, [customerId, deviceKeys]);
  return rowCount ?? 0;
}
