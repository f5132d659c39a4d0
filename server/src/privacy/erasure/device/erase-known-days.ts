import type { ClientBase } from 'pg';
import { type DeviceOfApp, takeDevicesBack } from '../../../counters/events/take-events-back.ts';
import type { DeviceIds, ErasedRows } from '../erasure.ts';
import { ERASE_DAYS } from './erase-events.ts';
import { kindsAndValues } from './find-device-ids.ts';

const KEYS = `
  with given as (
    select distinct app_id, device_id from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1) and (kind, value) in (select * from unnest($2::text[], $3::text[]))
  )
  select distinct app_id, device_key from given join device_ids ids using (app_id, device_id)
  where ids.customer_id = $1 and device_key is not null
  order by app_id, device_key`;

/** Erases the days of devices that attribution knows by one of the ids, also those of which the events went before. */
export async function eraseKnownDays(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
): Promise<ErasedRows> {
  const values = [customerId, ...kindsAndValues(ids)];
  const { rows: keys } = await client.query<DeviceOfApp>(KEYS, values);
  const days = [customerId, keys.map(({ app_id }) => app_id), keys.map(({ device_key }) => device_key)];
  const { rowCount } = await client.query(ERASE_DAYS, days);
  await takeDevicesBack(client, customerId, keys);
  return { device_days: rowCount ?? 0 };
}
